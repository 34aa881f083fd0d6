import { chmod, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { compareFingerprints, findMoved, takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

const take = (folder: string, writes: readonly string[] = []) => takeFingerprint(folder, { writes });
const pathsOf = async (folder: string, writes: readonly string[] = []) => [
  ...(await take(folder, writes)).files.keys(),
];
/** Effect of a change on the fingerprint. */
const differenceBy = async (folder: string, change: () => Promise<unknown>) => {
  const before = await take(folder);
  await change();
  const after = await take(folder);
  const difference = compareFingerprints(before, after);
  const moved = Object.values(difference).some((paths) => paths.length > 0);
  expect(before.tree !== after.tree).toBe(moved);
  return difference;
};
const NOTHING = { created: [], modified: [], deleted: [] };

describe.skipIf(!hasGit)('the fingerprint (needs git)', () => {
  test('is the same for the same sources, wherever they lie', async () => {
    const files = { 'a.js': 'a\n', 'src/b.js': 'b\n' };
    const [one, other] = [await take(await aRepository(files)), await take(await aRepository(files))];
    expect([one.tree, [...one.files]]).toEqual([other.tree, [...other.files]]);
  });

  test('names each content as git itself does in a SHA-256 repository', async () => {
    const folder = await aRepository({ 'a.js': 'a\r\n', 'b.txt': '' });
    const plain = await aFolder();
    await git(plain, 'init', '--quiet', '--object-format=sha256');
    const nameOf = async (file: string) => git(plain, 'hash-object', '--no-filters', join(folder, file));
    expect([...(await take(folder)).files]).toEqual([
      ['a.js', `100644 ${await nameOf('a.js')}`],
      ['b.txt', `100644 ${await nameOf('b.txt')}`],
    ]);
  });

  test('sees what was created, modified and deleted', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'b.js': 'b\n', 'c.js': 'c\n' });
    const difference = await differenceBy(folder, async () => {
      await write(folder, { 'b.js': 'B\n', 'new/d.js': 'd\n' });
      await rm(join(folder, 'c.js'));
    });
    expect(difference).toEqual({ created: ['new/d.js'], modified: ['b.js'], deleted: ['c.js'] });
  });

  test('does not care about times', async () => {
    const folder = await aRepository();
    expect(await differenceBy(folder, () => utimes(join(folder, 'a.js'), 1, 1))).toEqual(NOTHING);
  });

  test('sees a change of the same length under the same time of change', async () => {
    const folder = await aRepository();
    await utimes(join(folder, 'a.js'), 1000, 1000);
    const change = async () => {
      await write(folder, { 'a.js': 'b\n' });
      await utimes(join(folder, 'a.js'), 1000, 1000);
    };
    expect(await differenceBy(folder, change)).toEqual({ ...NOTHING, modified: ['a.js'] });
  });

  test('sees a file become a program', async () => {
    const folder = await aRepository();
    expect(await differenceBy(folder, () => chmod(join(folder, 'a.js'), 0o755))).toEqual({
      ...NOTHING,
      modified: ['a.js'],
    });
  });

  test('sees a file become a link to a file of the same content', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'copy.js': 'a\n' });
    const change = async () => {
      await rm(join(folder, 'a.js'));
      await symlink('copy.js', join(folder, 'a.js'));
    };
    expect(await differenceBy(folder, change)).toEqual({ ...NOTHING, modified: ['a.js'] });
  });

  test('sees a link point elsewhere', async () => {
    const folder = await aRepository();
    await symlink('a.js', join(folder, 'link'));
    const change = async () => {
      await rm(join(folder, 'link'));
      await symlink('b.js', join(folder, 'link'));
    };
    expect(await differenceBy(folder, change)).toEqual({ ...NOTHING, modified: ['link'] });
  });

  test('sees a folder become a link to a copy of itself', async () => {
    const folder = await aRepository({ 'src/a.js': 'a\n' });
    const elsewhere = join(await aFolder(), 'src');
    const change = async () => {
      await rename(join(folder, 'src'), elsewhere);
      await symlink(elsewhere, join(folder, 'src'));
    };
    expect(await differenceBy(folder, change)).toEqual({ created: ['src'], modified: [], deleted: ['src/a.js'] });
  });

  test.each(['--skip-worktree', '--assume-unchanged'])('is not fooled by %s', async (flag) => {
    const folder = await aRepository();
    await git(folder, 'update-index', flag, 'a.js');
    expect(await differenceBy(folder, () => write(folder, { 'a.js': 'hidden\n' }))).toEqual({
      ...NOTHING,
      modified: ['a.js'],
    });
  });

  test('is not fooled by a file system monitor that reports no change', async () => {
    const folder = await aRepository();
    await write(folder, { '.git/silent': '#!/bin/sh\nprintf "token\\0"\n' });
    await chmod(join(folder, '.git/silent'), 0o755);
    await git(folder, 'config', 'core.fsmonitor', join(folder, '.git/silent'));
    await git(folder, 'config', 'core.untrackedCache', 'true');
    await git(folder, 'status');
    expect(await differenceBy(folder, () => write(folder, { 'a.js': 'b\n', 'n.js': 'n\n' }))).toEqual({
      created: ['n.js'],
      modified: ['a.js'],
      deleted: [],
    });
  });

  test('is not fooled by a filter or a line-ending conversion that makes two contents one', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitattributes': '*.js filter=same text=auto\n' });
    await git(folder, 'config', 'filter.same.clean', 'echo a');
    await git(folder, 'config', 'core.autocrlf', 'true');
    expect(await differenceBy(folder, () => write(folder, { 'a.js': 'a\r\n' }))).toEqual({
      ...NOTHING,
      modified: ['a.js'],
    });
  });

  test('holds tracked files though ignored, and leaves out ignored ones', async () => {
    const folder = await aRepository({ 'kept.log': 'x', '.gitignore': '*.log\n' });
    await write(folder, { 'new.log': 'x', 'new.js': 'x' });
    expect(await pathsOf(folder)).toEqual(['.gitignore', 'kept.log', 'new.js']);
  });

  test('shows a file as gone when it is taken out of the index and ignored', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitignore': '' });
    const change = async () => {
      await write(folder, { '.gitignore': 'a.js\n' });
      await git(folder, 'rm', '--cached', '--quiet', 'a.js');
    };
    expect(await differenceBy(folder, change)).toEqual({ created: [], modified: ['.gitignore'], deleted: ['a.js'] });
  });

  test('holds an ignore file that ignores itself, in plain folders and in nested repositories', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitignore': 'node_modules\n' });
    await write(folder, {
      'lib/hidden/.gitignore': '*\n',
      'lib/hidden/x.js': 'x',
      'lib/part/.gitignore': '.gitignore\nx.js\n',
      'lib/part/x.js': 'x',
      'nested/.gitignore': '*\n',
      'nested/x.js': 'x',
      'node_modules/pkg/.gitignore': '*\n',
      '.pytest_cache/.gitignore': '*\n',
      '.ruff_cache/.gitignore': '*\n!x.py\n',
      '.venv/.gitignore': '*\n!.gitignore\n',
      '.nox/.gitignore': 'x.py\n',
      '.nox/x.py': 'x',
    });
    await git(join(folder, 'nested'), 'init', '--quiet');
    expect(await pathsOf(folder)).toEqual([
      '.gitignore',
      // In the folder of a tool, only one that git itself would list.
      '.nox/.gitignore',
      '.venv/.gitignore',
      'a.js',
      'lib/hidden/.gitignore',
      'lib/part/.gitignore',
      'nested/.gitignore',
    ]);
  });

  test('is not fooled by a sparse checkout', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'lib/b.js': 'b\n' });
    await git(folder, 'sparse-checkout', 'set', '--cone', '--sparse-index', 'other');
    expect(await differenceBy(folder, () => write(folder, { 'lib/b.js': 'hidden\n' }))).toEqual({
      ...NOTHING,
      created: ['lib/b.js'],
    });
  });

  test('leaves out what the suite writes for itself, and .dualgate', async () => {
    const folder = await aRepository();
    await write(folder, {
      'coverage/x.json': '{}',
      'coverage/new\nline': 'x',
      '.dualgate/runs/1/ledger.jsonl': '{}',
      'src/.dualgate/x': 'x',
    });
    expect(await pathsOf(folder, ['coverage/**'])).toEqual(['a.js', 'src/.dualgate/x']);
  });

  test('takes any name that a file can have', async () => {
    const hostile = [
      '-rf',
      ' blank ',
      'qu"ote',
      "it's",
      'new\nline',
      'tab\t',
      'ünï',
      '日本',
      '$(x)',
      '*',
      '__proto__',
      '\\',
    ];
    const folder = await aRepository(Object.fromEntries(hostile.map((name) => [`dir x/${name}`, name])));
    await write(folder, Object.fromEntries(hostile.map((name) => [name, name])));
    expect(await pathsOf(folder)).toEqual([...hostile, ...hostile.map((name) => `dir x/${name}`)].sort());
  });

  test.skipIf(process.platform !== 'linux')('keeps names apart that are not UTF-8 (Linux)', async () => {
    const folder = await aRepository();
    for (const byte of [0xfe, 0xff])
      await writeFile(Buffer.concat([Buffer.from(`${folder}/n`), Buffer.from([byte])]), 'x');
    expect(await pathsOf(folder)).toEqual(['a.js', 'n\uFFFD (bytes 6efe)', 'n\uFFFD (bytes 6eff)']);
  });

  test('counts only the workspace when that is a subfolder, by its own paths', async () => {
    const folder = await aRepository({ 'pkg/src/a.js': 'a\n', 'other/b.js': 'b\n', '.gitignore': 'pkg/*.tmp\n' });
    await write(folder, { 'pkg/x.tmp': 'x', 'pkg/n.js': 'n' });
    expect(await pathsOf(join(folder, 'pkg'))).toEqual(['n.js', 'src/a.js']);
  });

  test('works in a repository without commits', async () => {
    const folder = await aFolder();
    await git(folder, 'init', '--quiet');
    await write(folder, { 'a.js': 'a\n' });
    const { head, files } = await take(folder);
    expect({ head, paths: [...files.keys()] }).toEqual({ head: null, paths: ['a.js'] });
  });

  test('separates the commit from the sources', async () => {
    const folder = await aRepository();
    const before = await take(folder);
    await git(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'empty');
    const after = await take(folder);
    expect(after.tree).toBe(before.tree);
    expect(after.head).toBe(await git(folder, 'rev-parse', 'HEAD'));
    expect(after.head).not.toBe(before.head);
  });

  test('looks into a repository that was made around files to hide them', async () => {
    const folder = await aRepository();
    await write(folder, { 'src/deep/x.js': 'x', 'src/y.js': 'y' });
    await git(join(folder, 'src'), 'init', '--quiet');
    await git(join(folder, 'src/deep'), 'init', '--quiet');
    await write(folder, { 'src/.git/info/exclude': '*\n' });
    await git(join(folder, 'src'), 'config', 'core.worktree', await aFolder());
    expect(await pathsOf(folder)).toEqual(['a.js', 'src/deep/x.js', 'src/y.js']);
    expect(await differenceBy(folder, () => write(folder, { 'src/deep/x.js': 'X' }))).toEqual({
      ...NOTHING,
      modified: ['src/deep/x.js'],
    });
  });

  test('looks into a folder that the index claims to be a submodule', async () => {
    const folder = await aRepository();
    await write(folder, { 'src/x.js': 'x' });
    await git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},src`);
    expect(await pathsOf(folder)).toEqual(['a.js', 'src/x.js']);
  });

  test.each([
    ['points at another work tree', 'core.worktree', aFolder],
    ['says that it has none', 'core.bare', async () => 'true'],
  ])('refuses a repository whose config %s', async (_what, key, value) => {
    const folder = await aRepository();
    await git(folder, 'config', key, await value());
    await expect(take(folder)).rejects.toMatchObject({
      code: 'E_WORKSPACE',
      name: 'WorkspaceError',
      path: folder,
      message: `Cannot read the workspace ${folder}: it is not in the work tree of its repository. Remove core.worktree and core.bare from the repository's config, or start dualgate in another folder.`,
    });
  });

  test('is not led astray by the variables of a git hook', async () => {
    const folder = await aRepository();
    const other = await aRepository({ 'other.js': 'o\n' });
    process.env['GIT_DIR'] = join(other, '.git');
    try {
      expect(await pathsOf(folder)).toEqual(['a.js']);
    } finally {
      delete process.env['GIT_DIR'];
    }
  });

  test('leaves no trace in the repository', async () => {
    const folder = await aRepository();
    await write(folder, { 'a.js': 'changed\n', 'new.js': 'n' });
    await utimes(join(folder, 'a.js'), 5, 5);
    const snapshot = async () => {
      const names = (await readdir(join(folder, '.git'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort();
      return Promise.all(names.map(async (name) => [name, (await readFile(name)).toString('base64')]));
    };
    const before = await snapshot();
    await take(folder);
    expect(await snapshot()).toEqual(before);
  });

  test('skips a pipe, which would block its reader', async () => {
    const folder = await aRepository();
    await rm(join(folder, 'a.js'));
    await execa('mkfifo', [join(folder, 'a.js')]);
    expect(await pathsOf(folder)).toEqual([]);
  });

  test('reads large files piece by piece to the same hash', async () => {
    const folder = await aRepository({ 'big.bin': 'x'.repeat(16_000_001) });
    const plain = await aFolder();
    await git(plain, 'init', '--quiet', '--object-format=sha256');
    const name = await git(plain, 'hash-object', '--no-filters', join(folder, 'big.bin'));
    expect((await take(folder)).files.get('big.bin')).toBe(`100644 ${name}`);
  });

  test('sees a file become unreadable, unless for root, who can read everything', async () => {
    const folder = await aRepository();
    const seen = process.getuid?.() === 0 ? NOTHING : { ...NOTHING, modified: ['a.js'] };
    expect(await differenceBy(folder, () => chmod(join(folder, 'a.js'), 0o000))).toEqual(seen);
  });

  test('detects a file that was written and put back, although the tree is the same', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'b.js': 'b\n' });
    const before = await take(folder);
    await write(folder, { 'a.js': 'cheat\n' });
    await write(folder, { 'a.js': 'a\n' });
    const after = await take(folder);
    expect([after.tree === before.tree, findMoved(before, after)]).toEqual([true, ['a.js']]);
  });

  test('sees nothing move while files are only read', async () => {
    const folder = await aRepository();
    const before = await take(folder);
    await readFile(join(folder, 'a.js'));
    expect(findMoved(before, await take(folder))).toEqual([]);
  });

  test('says what to do without the folder', async () => {
    const folder = join(await aFolder(), 'gone');
    await expect(take(folder)).rejects.toMatchObject({
      message: `Cannot read the workspace ${folder}: it is not a folder. Start dualgate in the folder of the project.`,
    });
  });

  test('says what to do without git', async () => {
    const folder = await aFolder();
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    try {
      await expect(take(folder)).rejects.toMatchObject({
        message: `Cannot read the workspace ${folder}: the program git was not found. Install git, or add it to PATH.`,
      });
    } finally {
      process.env['PATH'] = path;
    }
  });

  test('says what git said about a broken repository', async () => {
    const folder = await aRepository();
    await write(folder, { '.git/index': 'not an index' });
    await expect(take(folder)).rejects.toThrow(/`git ls-files [^`]*` failed \(got: .*index/);
  });
});
