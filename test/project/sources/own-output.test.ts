import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  compareFingerprints,
  takeFingerprint,
  findSourceListing,
  type SourceListing,
} from '../../../src/project/sources/fingerprint.ts';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../src/evidence/integrity/suite-files.ts';
import { findUnexpectedFiles } from '../../../src/evidence/integrity/unexpected-files.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

const aProject = async (files: Readonly<Record<string, string>> = { 'a.js': 'a\n' }): Promise<string> => {
  const folder = await aFolder();
  await write(folder, files);
  return folder;
};
const pathsOf = async (folder: string, sources: SourceListing, writes: readonly string[] = []) => [
  ...(await takeFingerprint(folder, { writes, sources })).files.keys(),
];
const NOTHING_LEFT_OUT: SourceListing = { by: 'walk', left_out: [] };

describe('the listing of the sources', () => {
  test.skipIf(!hasGit)(
    'is git in a repository, though nothing was committed, and in a folder of it (needs git)',
    async () => {
      const folder = await aRepository({ 'lib/a.js': 'a\n' });
      expect([await findSourceListing(folder), await findSourceListing(join(folder, 'lib'))]).toEqual([
        { by: 'git' },
        { by: 'git' },
      ]);
    },
  );

  test('is a walk elsewhere, past the installed packages and the repositories that are there now', async () => {
    const folder = await aProject({
      'a.js': 'a\n',
      'node_modules/b/index.js': 'b\n',
      'node_modules/b/node_modules/c/index.js': 'c\n',
      'packages/d/node_modules/e/index.js': 'e\n',
      '.venv/pyvenv.cfg': '',
      'lib/venv/mine.py': 'm\n',
      'lib/.hg/store': 's',
    });
    expect(await findSourceListing(folder)).toEqual({
      by: 'walk',
      left_out: ['.venv', 'lib/.hg', 'node_modules', 'packages/d/node_modules'],
    });
  });

  test('is a walk without git, past the unreadable repository', async () => {
    const folder = await aProject({ 'a.js': 'a\n', '.git/HEAD': 'ref: refs/heads/main\n' });
    const path = process.env['PATH'];
    process.env['PATH'] = await aFolder();
    try {
      expect(await findSourceListing(folder)).toEqual({ by: 'walk', left_out: ['.git'] });
    } finally {
      process.env['PATH'] = path;
    }
  });

  test.skipIf(!hasGit)(
    'is nothing where git refuses the repository: a walk would see other sources (needs git)',
    async () => {
      const folder = await aRepository();
      await git(folder, 'config', 'core.worktree', await aFolder());
      await expect(findSourceListing(folder)).rejects.toMatchObject({ code: 'E_WORKSPACE', lacks: null });
      await expect(findSourceListing(join(folder, 'gone'))).rejects.toMatchObject({ code: 'E_WORKSPACE', lacks: null });
    },
  );
});

describe('a walk through a folder', () => {
  test('takes every file and link, whatever ignore files say, and follows no link', async () => {
    const elsewhere = await aProject({ 'far.js': 'f\n' });
    const folder = await aProject({
      'a.js': 'a\n',
      'lib/new\nline.js': 'b\n',
      '.gitignore': 'lib\n',
      '.dualgate/x': 'x',
    });
    await symlink(elsewhere, join(folder, 'link'));
    await symlink('.', join(folder, 'lib/circle'));
    const { head, files } = await takeFingerprint(folder, { writes: [], sources: NOTHING_LEFT_OUT });
    expect({ head, paths: [...files.keys()] }).toEqual({
      head: null,
      paths: ['.gitignore', 'a.js', 'lib/circle', 'lib/new\nline.js', 'link'],
    });
  });

  test('leaves out what the suite writes, and of the caches of Python the very files that Python writes', async () => {
    const folder = await aProject({
      'coverage/x.json': '{}',
      'lib/__pycache__/a.cpython-311.pyc': 'x',
      'lib/__pycache__/hidden.py': 'h',
      '.pytest_cache/v/cache/lastfailed': '{}',
      '.pytest_cache/hidden.py': 'h',
    });
    expect(await pathsOf(folder, NOTHING_LEFT_OUT, ['coverage/**'])).toEqual([
      '.pytest_cache/hidden.py',
      'lib/__pycache__/hidden.py',
    ]);
  });

  test.skipIf(!hasGit)('sees the same content as git does (needs git)', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'lib/b.js': 'b\n' });
    const listing: SourceListing = { by: 'walk', left_out: ['.git'] };
    const [walked, listed] = [
      await takeFingerprint(folder, { writes: [], sources: listing }),
      await takeFingerprint(folder, { writes: [] }),
    ];
    expect([...walked.files]).toEqual([...listed.files]);
  });

  test.each([
    ['node_modules', 'lib/node_modules/hidden/index.js'],
    ['a repository', 'lib/.git/hidden.js'],
    ['a virtual environment', '.venv/hidden.py'],
    ['an ignore file', 'hidden/.gitignore'],
  ])('sees what came after the run began, though it looks like %s', async (_title, path) => {
    const folder = await aProject();
    const sources = await findSourceListing(folder);
    const before = await takeFingerprint(folder, { writes: [], sources });
    await write(folder, { [path]: '*\n', '.venv/pyvenv.cfg': '' });
    const after = await takeFingerprint(folder, { writes: [], sources });
    expect(compareFingerprints(before, after).created).toContain(path);
  });

  test('takes a folder of dependencies that went for gone, and says what to do when the workspace went', async () => {
    const folder = await aProject({ 'a.js': 'a\n', 'node_modules/b/index.js': 'b\n' });
    const sources = await findSourceListing(folder);
    await rm(join(folder, 'node_modules'), { recursive: true });
    expect(await pathsOf(folder, sources)).toEqual(['a.js']);
    await rm(folder, { recursive: true });
    await expect(pathsOf(folder, sources)).rejects.toMatchObject({
      message: `Cannot read the workspace ${folder}: it is not a folder. Start dualgate in the folder of the project.`,
    });
  });
});

describe.skipIf(!hasGit)('a repository that appears or disappears during a run (needs git)', () => {
  const freeze = async (folder: string) => {
    const sources = await findSourceListing(folder);
    const { files } = await takeFingerprint(folder, { writes: [], sources });
    const paths = await findHeldFromStart(folder, files.keys(), ['node', '--test'], [], sources);
    return { sources, frozen: await freezeFiles(folder, paths) };
  };

  test('is named when it comes, and hides nothing', async () => {
    const folder = await aProject({ 'a.js': 'a\n' });
    const { sources, frozen } = await freeze(folder);
    await git(folder, 'init', '--quiet');
    await write(folder, { '.git/info/exclude': 'b.js\n', 'b.js': 'b\n' });
    expect(await findBroken(folder, frozen)).toEqual([{ path: '.git#repository', what: 'appeared' }]);
    const { files } = await takeFingerprint(folder, { writes: [], sources });
    expect([files.has('b.js'), files.has('.git/config')]).toEqual([true, true]);
    expect(await findUnexpectedFiles(folder, files, frozen)).toEqual([]);
  });

  test('is named when it comes above the workspace', async () => {
    const above = await aFolder();
    const folder = join(above, 'work');
    await mkdir(folder);
    await write(folder, { 'a.js': 'a\n' });
    const { frozen } = await freeze(folder);
    await git(above, 'init', '--quiet');
    expect(await findBroken(folder, frozen)).toEqual([{ path: '.git#repository', what: 'appeared' }]);
  });

  test('is named when it goes, and then nothing at all is left out', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitignore': 'node_modules\n' });
    await write(folder, { 'node_modules/b/index.js': 'b\n' });
    const { sources, frozen } = await freeze(folder);
    await rm(join(folder, '.git'), { recursive: true });
    expect(await findBroken(folder, frozen)).toContainEqual({ path: '.git#repository', what: 'removed' });
    expect(await pathsOf(folder, sources)).toEqual(['.gitignore', 'a.js', 'node_modules/b/index.js']);
  });
});
