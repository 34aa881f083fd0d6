import { describe, expect, test } from 'vitest';
import { mutateSuite } from '../../../src/evidence/mutation-check/mutate-suite.ts';
import { hasGit } from '../a-repository.ts';
import { aMutatedProject, type Files } from './a-mutated-project.ts';

const ID = 'a.test.mjs > adds';
const CODE = { 'a.mjs': 'export const add = (one, other) => one + other;\n' };
const tests = (...lines: readonly string[]): Files => ({
  'a.test.mjs': [
    "import { test } from 'node:test';",
    "import { equal } from 'node:assert/strict';",
    "import { existsSync, readFileSync, writeFileSync } from 'node:fs';",
    "import { tmpdir } from 'node:os';",
    "import { add } from './a.mjs';",
    ...lines,
    '',
  ].join('\n'),
});
const EXACT = tests("test('adds', () => equal(add(3, 4), 7));");

const ask = async (after: Files, late: readonly string[] = []) => {
  const question = await aMutatedProject({ after });
  const { late: needed, recorded } = await mutateSuite({
    ...question,
    standing: { tests: [ID], suites: question.suites, late },
  });
  return { needed, recorded: recorded?.test };
};
const NOTHING = { needed: undefined, recorded: undefined };

describe.skipIf(!hasGit)('in a fresh copy, the frozen tests (needs git)', () => {
  test('that are green, and kill what they killed, say nothing', async () => {
    const more = { 'more.test.mjs': "import { test } from 'node:test';\ntest('more', () => {});\n" };
    expect(await ask({ ...CODE, ...EXACT, ...more }, Object.keys(more))).toEqual(NOTHING);
  });

  test('that need a later test file are named with it', async () => {
    const real = { 'real.test.mjs': CODE['a.mjs'] };
    expect(await ask({ ...real, ...EXACT, 'a.mjs': "export * from './real.test.mjs';\n" }, Object.keys(real))).toEqual({
      ...NOTHING,
      needed: ['real.test.mjs'],
    });
  });

  test('that fail with the later files, too, say nothing', async () => {
    const flaky = tests("test('adds', () => equal(add(3, 4), process.cwd().includes('dualgate-mutants') ? 8 : 7));");
    expect(await ask({ ...CODE, ...flaky, 'b.test.mjs': '' }, ['b.test.mjs'])).toEqual(NOTHING);
  });

  test.each(['${tmpdir()}/sum', '.cache-of-sum', 'made.txt'])(
    'that compare with what they wrote to %s are named',
    async (path) => {
      const recording = tests(
        `const path = \`${path}\`;`,
        "test('adds', () => {",
        '  if (!existsSync(path)) writeFileSync(path, String(add(3, 4)));',
        "  equal(String(add(3, 4)), readFileSync(path, 'utf8'));",
        '});',
      );
      const ignored = { '.gitignore': '.cache-of-sum\nmade.txt\n' };
      expect(await ask({ ...CODE, ...recording, ...ignored })).toEqual({ ...NOTHING, recorded: ID });
    },
  );

  test('have the temporary folder of the user, unless they or the code name it', async () => {
    const asking = (...more: readonly string[]) =>
      tests(
        ...more,
        "test('adds', () => equal(add(3, 4), process.env['TMP' + 'DIR']?.includes('dualgate-') ? 8 : 7));",
      );
    const { 'a.test.mjs': text = '' } = asking();
    const redOf = async (after: Files) => (await mutateSuite(await aMutatedProject({ after }))).red !== undefined;
    expect(await redOf({ ...CODE, 'a.test.mjs': text.replace(/.*tmpdir.*\n/, '') })).toBe(false);
    expect(await redOf({ ...CODE, ...asking('tmpdir();') })).toBe(true);
  });
});
