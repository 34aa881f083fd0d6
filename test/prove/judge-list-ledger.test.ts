import { describe, expect, test } from 'vitest';
import { mergeTrees } from '../../src/commits/repository.ts';
import { judgeMergedTests } from '../../src/prove/judge-list-ledger.ts';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { aRepository, git, hasGit, write } from '../evidence/a-repository.ts';

const CASE = (name: string, value: number) => `\ntest('${name}', () => {\n  equal(${name}(), ${value});\n});\n`;
const HELPER = `export const equal = (one, other) => {
  if (one !== other) throw new Error('other');
};

// The end of what compares.

export const wait = () => 1;
`;
const START = {
  'dualgate.yaml':
    'version: 1\nwork: { spec: spec.md }\nagent: { command: nobody }\ntests: { command: node --test, runner: node, files: [test/**] }\n',
  'spec.md': '- [ ] AC-1: one\n',
  'test/help.js': HELPER,
  'test/a.test.js': `import { equal } from './help.js';\n${CASE('one', 1)}\n// The end of one.\n${CASE('two', 2)}`,
};

type Files = Readonly<Record<string, string>>;

/** Two tasks worked beside each other: `first` is merged, and the other one is to be. */
const judge = async (first: Files, other: (folder: string) => Promise<unknown>, named: readonly string[] = []) => {
  const folder = await aRepository(START);
  const commitAll = async (): Promise<string> => {
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--no-verify', '--message', 'Work');
    return git(folder, 'rev-parse', 'HEAD');
  };
  const start = await git(folder, 'rev-parse', 'HEAD');
  await write(folder, first);
  const onto = await commitAll();
  await git(folder, 'checkout', '--quiet', start);
  await other(folder);
  const commit = await commitAll();
  const merged = await mergeTrees({ folder }, onto, commit);
  if (merged.is === 'conflict') throw new TypeError(`a conflict in ${merged.files.join()}`);
  const { suites } = readConfig({ cwd: folder }).tests;
  return judgeMergedTests({
    repository: folder,
    place: '',
    suites,
    onto,
    commit,
    tree: merged.tree,
    named: new Set(named),
  });
};

const ADDED = { 'test/a.test.js': `${START['test/a.test.js']}${CASE('three', 3)}` };
const writes = (files: Files) => (folder: string) => write(folder, files);

describe.skipIf(!hasGit)('the tests that others merged, in the files of a merge (needs git)', () => {
  test('are as they were where the task adds tests of its own, to other files or to the same', async () => {
    expect(await judge(ADDED, writes({ 'test/b.test.js': CASE('four', 4) }))).toEqual([]);
    const before = START['test/a.test.js'].replace(CASE('one', 1), `${CASE('zero', 0)}${CASE('one', 1)}`);
    expect(await judge(ADDED, writes({ 'test/a.test.js': before }))).toEqual([]);
  });

  test('are as they were in a file that the task moved', async () => {
    const move = async (folder: string) => {
      await write(folder, { 'test/parts/keep.md': '' });
      await git(folder, 'mv', 'test/a.test.js', 'test/parts/a.test.js');
      await write(folder, {
        'test/parts/a.test.js': START['test/a.test.js'].replace('./help.js', '../help.js'),
      });
    };
    expect(await judge(ADDED, move)).toEqual([]);
  });

  test('are no longer where the task weakened a test of the same file, or the helper that they compare with', async () => {
    const weaker = START['test/a.test.js'].replace('equal(one(), 1)', 'one()');
    expect(await judge(ADDED, writes({ 'test/a.test.js': weaker }))).toEqual([
      expect.stringMatching(
        /^the tests of test\/a\.test\.js, which were merged meanwhile, are no longer as they were: ./,
      ),
    ]);
    const help = { 'test/help.js': HELPER.replace('=> 1', '=> 2') };
    const loose = { 'test/help.js': HELPER.replace('one !== other', 'false') };
    expect(await judge(help, writes(loose))).toEqual([expect.stringMatching(/^the tests of test\/help\.js, /)]);
  });

  test('may change in a file in which a criterion of the task changes a test: its own run judges that', async () => {
    const changed = START['test/a.test.js'].replace('equal(one(), 1)', 'equal(one(), 11)');
    expect(await judge(ADDED, writes({ 'test/a.test.js': changed }), ['test/a.test.js'])).toEqual([]);
  });
});
