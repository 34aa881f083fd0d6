import { describe, expect, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freezeFiles } from '../../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../../src/evidence/integrity/suite-files.ts';
import { judgeFrozen } from '../../../../src/evidence/integrity/judge-frozen.ts';
import { takeFingerprint } from '../../../../src/project/sources/fingerprint.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../a-repository.ts';
import { pickSome } from '../../../pick-some.ts';

interface Change {
  /** There when the run begins. */
  readonly before?: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** A further act. */
  readonly does?: (folder: string) => Promise<unknown>;
  readonly reported?: readonly string[];
}

/** Each as `path why`. */
const heldAfter = async ({ before = {}, after, does, reported = [] }: Change) => {
  const folder = await aRepository({ 'lib/a.js': "import '../made/b.js';\n", ...before });
  const look = async () => (await takeFingerprint(folder, { writes: [] })).files;
  const paths = await findHeldFromStart(folder, (await look()).keys(), ['node', '--test']);
  const frozen = await freezeFiles(folder, paths);
  await write(folder, after);
  await does?.(folder);
  const sources = await look();
  const place = { workspace: folder, frozen, sources, isSettingUp: false };
  const { breaches, unexpected } = await judgeFrozen({ ...place, reported: new Set(reported) });
  return [...breaches, ...unexpected].map(({ path, why }) => `${path} ${why}`);
};

describe.skipIf(!hasGit)('a changed rule of git (needs git)', () => {
  test.each<[string, Change, string]>(
    pickSome(
      [
        [
          'a new ignore file hides code that a source loads',
          { after: { '.gitignore': 'made/\n', 'made/b.js': '' } },
          '.gitignore hides made/b.js, which is loaded by lib/a.js: make it a source again',
        ],
        [
          'one that ignores itself',
          { after: { 'made/.gitignore': '*\n', 'made/b.js': '' } },
          'made/.gitignore hides made/b.js, which is loaded by lib/a.js: make it a source again',
        ],
        [
          'the list of the repository does',
          { after: { '.git/info/exclude': 'b.js\n', 'made/b.js': '' } },
          '.git/info/exclude hides made/b.js, which is loaded by lib/a.js: make it a source again',
        ],
        [
          'a rule of the start has an exception less',
          {
            before: { '.gitignore': 'made/*\n!made/b.js\n' },
            after: { '.gitignore': 'made/*\n', 'made/b.js': '', 'made/c.js': '' },
          },
          '.gitignore hides made/b.js, which is loaded by lib/a.js: make it a source again',
        ],
        [
          'a whole folder is ignored of which only a part was',
          {
            before: { '.gitignore': 'made/*.log\n' },
            after: { '.gitignore': 'made\n', 'made/b.js': '', 'made/x.log': '' },
          },
          '.gitignore hides made/b.js, which is loaded by lib/a.js: make it a source again',
        ],
        [
          'a file in a folder of tests is hidden alone',
          { after: { '.gitignore': 'tests/*.txt\n', 'tests/a.js': '', 'tests/b.txt': '' } },
          '.gitignore hides tests/b.txt, which is named like a test, or is in a folder of tests: make it a source again',
        ],
        [
          'a test ran that is hidden with its folder',
          { after: { '.gitignore': 'dist\n', 'dist/a.test.js': '' }, reported: ['dist/a.test.js'] },
          '.gitignore hides dist/a.test.js, which is named like a test, or is in a folder of tests: make it a source again',
        ],
        [
          'code is hidden that is loaded in ways that are not searched, and more',
          { after: { '.gitignore': 'made\n', 'made/a.py': '', 'made/b.pyc': '' } },
          '.gitignore hides made/a.py, which is code, and 1 more: make it a source again',
        ],
        [
          'data is hidden that a source names',
          { after: { '.gitignore': '*.json\n', 'lib/c.js': "read('lib/words.json');\n", 'lib/words.json': '{}' } },
          '.gitignore hides lib/words.json, which is named by lib/c.js: make it a source again',
        ],
        [
          'a file of that name in capitals appears',
          { after: { 'lib/.GITIGNORE': '*\n' } },
          'lib/.GITIGNORE may hide existing files, which cannot be checked there: restore or remove it',
        ],
        [
          'one appears in a repository of its own',
          { after: { 'sub/.git/HEAD': 'ref: x\n', 'sub/.gitignore': 'secret.js\n' } },
          'sub/.gitignore may hide existing files, which cannot be checked there: restore or remove it',
        ],
      ],
      ([what]) => what,
      1,
    ),
  )('holds when %s', async (_what, change, problem) => {
    expect(await heldAfter(change)).toEqual([problem]);
  });

  test.each<[string, Change]>(
    pickSome(
      [
        [
          'a build writes a new folder, also of code that loads itself, and tests that are compiled',
          {
            after: {
              '.gitignore': '# Built.\ndist/\n',
              'dist/lib/a.js': "import './b.js';\n",
              'dist/lib/b.js': '',
              'dist/a.test.js': '',
            },
          },
        ],
        ['a log is hidden', { after: { '.gitignore': '*.log\n', 'debug.log': '' } }],
        ['coverage is hidden', { after: { '.gitignore': 'coverage\n', 'coverage/a.js.html': '' } }],
        ['nothing is there yet', { after: { 'sub/.gitignore': 'build/\n', 'sub/a.js': '' } }],
        [
          'what was hidden is shown',
          { before: { '.gitignore': 'made/\n', 'made/b.js': '' }, after: { '.gitignore': '' } },
        ],
        [
          'the same is hidden by another file',
          {
            before: { '.gitignore': 'made/\n', 'made/b.js': '' },
            after: { '.git/info/exclude': 'made/b.js\n' },
            does: (folder) => rm(join(folder, '.gitignore')),
          },
        ],
        [
          'a tool makes a folder that ignores itself',
          { after: { '.venv/.gitignore': '*\n', '.venv/a.py': '', '.gitignore': '*.log\n' } },
        ],
      ],
      ([what]) => what,
      1,
    ),
  )('is free when %s', async (_what, change) => {
    expect(await heldAfter(change)).toEqual([]);
  });

  test('counts in a workspace below the root of its repository, too', async () => {
    const root = await aRepository({ 'a/lib/a.js': "import './b.js';\n" });
    await write(root, { 'a/lib/b.js': '', 'a/c.txt': '' });
    const workspace = join(root, 'a');
    const look = async () => (await takeFingerprint(workspace, { writes: [] })).files;
    const paths = await findHeldFromStart(workspace, (await look()).keys(), ['node', '--test']);
    const frozen = await freezeFiles(workspace, paths);
    const heldWith = async (rules: string) => {
      await write(root, { '.gitignore': rules });
      const place = { workspace, frozen, sources: await look(), reported: null, isSettingUp: false };
      return (await judgeFrozen(place)).breaches.map(({ why }) => why);
    };
    expect([await heldWith('a/c.txt\n'), await heldWith('b.js\n')]).toEqual([
      [],
      ['hides lib/b.js, which is loaded by lib/a.js: make it a source again'],
    ]);
  });

  test('is a breach in a run that recorded no rules', async () => {
    const folder = await aRepository({ 'lib/a.js': '' });
    const frozen = await freezeFiles(folder, ['.gitignore']);
    await write(folder, { '.gitignore': '*.log\n' });
    const { files: sources } = await takeFingerprint(folder, { writes: [] });
    const place = { workspace: folder, frozen, sources, reported: null, isSettingUp: false };
    expect((await judgeFrozen(place)).breaches).toEqual([{ path: '.gitignore', what: 'appeared' }]);
  });

  test('has no effect without git', async () => {
    const folder = await aFolder();
    await write(folder, { 'lib/a.js': '' });
    const listing = { by: 'walk', left_out: [] } as const;
    const paths = await findHeldFromStart(folder, ['lib/a.js'], ['node', '--test'], [], listing);
    const frozen = await freezeFiles(folder, paths);
    await write(folder, { '.gitignore': 'lib/\n', 'lib/.gitignore': '*\n' });
    const sources = new Map([
      ['lib/a.js', ''],
      ['.gitignore', ''],
      ['lib/.gitignore', ''],
    ]);
    const place = { workspace: folder, frozen, sources, reported: null, isSettingUp: false };
    expect(await judgeFrozen(place)).toEqual({ breaches: [], unexpected: [], named: [] });
  });

  test('still holds when git’s settings change', async () => {
    const does = (folder: string) => git(folder, 'config', 'core.ignoreCase', 'true');
    expect(await heldAfter({ after: {}, does })).toEqual(['.git#core.ignoreCase undefined']);
  });
});
