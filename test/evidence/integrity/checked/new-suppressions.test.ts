import { describe, expect, test } from 'vitest';
import { packSuppressions, suppressionsOf } from '../../../../src/evidence/integrity/checked/suppressing-comments.ts';
import { findNewSuppressions } from '../../../../src/evidence/integrity/judge-frozen.ts';

type Files = Readonly<Record<string, string>>;

const found = async (before: Files, after: Files): Promise<readonly string[]> => {
  const frozen = Object.fromEntries(
    Object.entries(before).map(([path, text]) => [suppressionsOf(path), packSuppressions(path, text)]),
  );
  const all = await findNewSuppressions(
    Object.keys(after),
    frozen,
    (path) => path.includes('.test.'),
    async (path) => after[path] ?? '',
  );
  return all.map(({ path, why }) => `${path} ${why}`);
};

const OFF = '// eslint-disable-next-line no-eval\neval(x);\n';

describe('a new comment that switches a check off', () => {
  test('is named with its place', async () => {
    expect(await found({ 'a.ts': 'x();\n' }, { 'a.ts': `x();\n${OFF}` })).toEqual([
      'a.ts#suppressions has a new comment that switches a check off, "eslint-disable-next-line no-eval" in line 2: remove it, and correct the code',
    ]);
    expect(await found({}, { 'a.ts': '// @ts-nocheck\n// @ts-ignore\nx();\n' })).toEqual([
      expect.stringContaining('"@ts-nocheck" in line 1, and 1 more: remove it'),
    ]);
  });

  test.each<[string, Files, Files]>([
    ['one that stays', { 'a.ts': OFF }, { 'a.ts': `x();\n${OFF}` }],
    ['one that stays where its code is reworded', { 'a.ts': OFF }, { 'a.ts': OFF.replace('(x)', '(y)') }],
    [
      'one that moves with its code',
      { 'a.ts': OFF },
      { 'a.ts': '', 'b.ts': `if (y) {\n  ${OFF.replace('\n', '\n  ')}}` },
    ],
    ['one of a file that is renamed', { 'a.ts': `// @ts-nocheck\n${OFF}` }, { 'b.ts': `// @ts-nocheck\n${OFF}` }],
    ['one whose reason changes', { 'a.ts': OFF }, { 'a.ts': OFF.replace('\n', ' -- it is safe\n') }],
    ['one that goes', { 'a.ts': OFF }, { 'a.ts': 'x();\n' }],
    ['a test of types', {}, { 'a.test.ts': '// @ts-expect-error\nshout(1);\n' }],
  ])('is not %s', async (_what, before, after) => {
    expect(await found(before, after)).toEqual([]);
  });

  test.each<[string, Files, Files]>([
    ['a second one of the same words', { 'a.ts': OFF }, { 'a.ts': OFF + OFF }],
    ['one that moves to other code', { 'a.ts': OFF }, { 'a.ts': '', 'b.ts': OFF.replace('eval', 'run') }],
    ['one for all of a test file', {}, { 'a.test.ts': '// @ts-nocheck\nshout(1);\n' }],
  ])('is %s', async (_what, before, after) => {
    expect(await found(before, after)).toHaveLength(1);
  });

  test('is like the loss of one that asks for a check, and not of its file', async () => {
    expect(await found({ 'a.js': '// @ts-check\nx();\n' }, { 'a.js': 'x();\n' })).toEqual([
      'a.js#suppressions lost a comment that asks for a check, "@ts-check": restore it',
    ]);
    expect(await found({ 'a.js': '// @ts-check\nx();\n' }, {})).toEqual([]);
  });
});
