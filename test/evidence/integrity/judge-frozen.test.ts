import { describe, expect, test } from 'vitest';
import { packSuppressions, suppressionsOf } from '../../../src/evidence/integrity/checked/suppressing-comments.ts';
import { findNewSuppressions, judgeFrozen } from '../../../src/evidence/integrity/judge-frozen.ts';
import { freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldByCommands } from '../../../src/evidence/integrity/suite-files.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aRepository, git, hasGit, write } from '../a-repository.ts';

describe('new suppressions', () => {
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
});

describe('around checks', () => {
  type Files = Readonly<Record<string, string>>;

  const phaseOf = (condition: string) => [{ gate_1: { condition }, gate_2: { condition: 'exit_signal == true' } }];
  const GATED = phaseOf('types_ok AND lint_ok');

  /** The held and the named files after an agent wrote these files. */
  const after = async (
    checks: Readonly<Record<string, string>>,
    before: Files,
    written: Files,
    phases: ReturnType<typeof phaseOf> = GATED,
  ) => {
    const folder = await aRepository(before);
    const base = await git(folder, 'rev-parse', 'HEAD');
    const commands = Object.entries(checks).map(([name, command]) => ({ name, command: command.split(' ') }));
    const config = { checks: commands, measures: [], phases, tests: { suites: [] } };
    const frozen = await freezeFiles(folder, await findHeldByCommands(config, folder, Object.keys(before)));
    await write(folder, written);
    const { files } = await takeFingerprint(folder, { writes: [] });
    const question = { workspace: folder, frozen, sources: files, reported: null, isSettingUp: false, base };
    const { unexpected, named } = await judgeFrozen(question);
    const say = (all: typeof named) => all.map(({ path, why }) => `${path} ${why}`);
    return { held: say(unexpected), named: say(named) };
  };

  const TSC = { types: 'npx tsc --noEmit' };
  const STAND_IN = 'was added after the run began and is read for its types in the place of';

  describe.skipIf(!hasGit)('a way round a check (needs git)', () => {
    test.each<[string, Readonly<Record<string, string>>, Files, Files, string]>([
      [
        'a comment',
        TSC,
        { 'a.ts': 'x\n' },
        { 'a.ts': '// @ts-nocheck\nx\n' },
        'a.ts#suppressions has a new comment that switches a check off, "@ts-nocheck" in line 1: remove it, and correct the code',
      ],
      [
        'declarations beside new code',
        TSC,
        {},
        { 'a.js': 'x\n', 'a.d.ts': 'x\n' },
        `a.d.ts ${STAND_IN} a.js: remove it`,
      ],
      [
        'declarations beside changed code',
        TSC,
        { 'a.mjs': 'x\n' },
        { 'a.mjs': 'y\n', 'a.d.mts': 'x\n' },
        `a.d.mts ${STAND_IN} a.mjs: remove it`,
      ],
      [
        'declarations in the place of a folder',
        TSC,
        {},
        { 'a/index.ts': 'x\n', 'a.d.ts': 'x\n' },
        `a.d.ts ${STAND_IN} a/index.ts: remove it`,
      ],
      [
        'declarations of Python',
        { types: 'mypy .' },
        {},
        { 'a.py': 'x\n', 'a.pyi': 'x\n' },
        `a.pyi ${STAND_IN} a.py: remove it`,
      ],
      [
        'code that runs in the place of what is checked',
        TSC,
        { 'a.ts': 'x\n' },
        { 'a.js': 'x\n' },
        'a.js was added after the run began and may run in the place of a.ts: remove it',
      ],
      [
        'a folder that the settings leave out',
        { lint: 'npx eslint .' },
        { 'eslint.config.mjs': "export default [{ ignores: ['old/'] }];\n", 'old/a.mjs': '\n' },
        { 'old/b.mjs': '\n', 'src/a.mjs': "import '../old/b.mjs';\n" },
        'old/b.mjs was added where no linter looks, and src/a.mjs loads it: move it to where one does',
      ],
      [
        'a folder that the command does not name',
        { lint: 'ruff check src' },
        { 'src/a.py': '\n' },
        { 'src/b.py': 'from more.b import x\n', 'more/b.py': '\n' },
        'more/b.py was added where no linter looks, and src/b.py loads it: move it to where one does',
      ],
    ])('holds: %s', async (_what, checks, before, written, held) => {
      expect(await after(checks, before, written)).toEqual({ held: [held], named: [] });
    });

    test.each<[string, Readonly<Record<string, string>>, Files, Files]>([
      ['declarations of a library of before', TSC, { 'a.js': 'x\n' }, { 'a.d.ts': 'x\n' }],
      [
        'declarations where they are custom',
        TSC,
        { 'a.js': 'x\n', 'a.d.ts': 'x\n' },
        { 'b.js': 'x\n', 'b.d.ts': 'x\n' },
      ],
      ['declarations of other modules', TSC, {}, { 'types/shout.d.ts': "declare module 'shout';\n" }],
      [
        'code in a new folder, where the linter looks everywhere',
        { lint: 'npx eslint' },
        { 'src/a.mjs': '\n' },
        { 'more/b.mjs': '\n', 'src/a.mjs': "import '../more/b.mjs';\n" },
      ],
      [
        'code where some rules are left out',
        { lint: 'npx eslint .' },
        { 'eslint.config.mjs': "export default [{ files: ['**/*.mjs'], ignores: ['cli/**'], rules: {} }];\n" },
        { 'cli/b.mjs': '\n', 'src/a.mjs': "import '../cli/b.mjs';\n" },
      ],
      [
        'generated code among such',
        { lint: 'npx eslint .' },
        { 'eslint.config.mjs': "export default [{ ignores: ['src/generated/**'] }];\n", 'src/generated/a.mjs': '\n' },
        { 'src/generated/b.mjs': '\n', 'src/a.mjs': "import './generated/b.mjs';\n" },
      ],
      ['a script that nothing loads', { lint: 'npx eslint src' }, { 'src/a.mjs': '\n' }, { 'scripts/b.mjs': '\n' }],
      ['a comment about another check', TSC, {}, { 'a.ts': '// eslint-disable-next-line no-eval\nx\n' }],
    ])('is not: %s', async (_what, checks, before, written) => {
      expect(await after(checks, before, written)).toEqual({ held: [], named: [] });
    });

    test('is named where no gate asks for the check', async () => {
      const { held, named } = await after(
        TSC,
        {},
        { 'a.ts': '// @ts-ignore\nx\n', 'a.js': '', 'a.d.ts': '' },
        phaseOf('tests_total >= 1'),
      );
      expect({ held, named: named.length }).toEqual({ held: [], named: 1 });
    });
  });
});
