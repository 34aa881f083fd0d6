import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeFingerprint } from '../../src/project/sources/fingerprint.ts';
import {
  draftTree,
  findGitOperation,
  findLeftOutOfCheckout,
  findUncommittedPaths,
} from '../../src/commits/draft-tree.ts';
import { openRepository } from '../../src/commits/repository.ts';
import { restoreFiles, readTree } from '../../src/commits/restore-files.ts';
import { aRepository, git, hasGit, write } from '../evidence/a-repository.ts';

/** The tree of a folder as it is now, or what moved between the look and the drawing. */
const draftOf = async (folder: string, meanwhile: () => void = () => {}, writes: readonly string[] = []) => {
  const { files } = await takeFingerprint(folder, { writes });
  meanwhile();
  const repository = await openRepository(folder);
  const base = await git(folder, 'rev-parse', 'HEAD');
  return draftTree({ repository, base, files, writes });
};
const treeOf = async (folder: string, writes: readonly string[] = []): Promise<string> => {
  const draft = await draftOf(folder, () => {}, writes);
  if (draft.is === 'moved') throw new Error(`moved: ${draft.paths.join()}`);
  return draft.write();
};

describe.skipIf(!hasGit)('the tree of the measured sources (needs git)', () => {
  test('is the tree that git itself would commit, to the name', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'gone.js': 'x\n', 'was/file': 'x' });
    await write(folder, { 'a.js': 'b\n', 'deep/er/c d.js': 'c', '.gitignore': 'out\n', 'out/x': 'x' });
    await git(folder, 'rm', '--quiet', '-r', 'gone.js', 'was');
    await write(folder, { was: 'a file where a folder was' });
    await write(folder, { 'run.sh': '#!/bin/sh\n' });
    chmodSync(join(folder, 'run.sh'), 0o755);
    symlinkSync('a.js', join(folder, 'link.js'));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0x2e, 0x6a, 0x73])]), 'not UTF-8');
    const tree = await treeOf(folder);
    await git(folder, 'add', '--all');
    expect(tree).toBe(await git(folder, 'write-tree'));
  });

  test('is left as it is outside of the workspace, and where the suite writes', async () => {
    const folder = await aRepository({ 'other/b.js': 'b\n', 'one/a.js': 'a\n', 'one/out/log.txt': 'old\n' });
    await write(folder, {
      'other/b.js': 'changed\n',
      'one/a.js': 'A\n',
      'one/out/log.txt': 'new\n',
      'one/out/more': 'x',
    });
    const tree = await treeOf(join(folder, 'one'), ['out/**']);
    expect((await git(folder, 'diff', '--name-status', 'HEAD', tree)).split('\n')).toEqual(['M\tone/a.js']);
  });

  test('holds the files of a repository that somebody made inside, and keeps a submodule that is not there', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    const head = await git(folder, 'rev-parse', 'HEAD');
    await git(folder, 'update-index', '--add', '--cacheinfo', `160000,${head},vendor`);
    await git(folder, 'commit', '--quiet', '--message', 'A submodule');
    await write(folder, { 'nested/b.js': 'b\n' });
    await git(join(folder, 'nested'), 'init', '--quiet');
    const tree = await treeOf(folder);
    expect((await git(folder, 'ls-tree', '-r', '--name-only', tree)).split('\n')).toEqual([
      'a.js',
      'nested/b.js',
      'vendor',
    ]);
  });

  test.each<[string, (folder: string) => void]>([
    ['changed', (folder) => writeFileSync(join(folder, 'a.js'), 'b\n')],
    ['removed', (folder) => rmSync(join(folder, 'a.js'))],
    ['made a program', (folder) => chmodSync(join(folder, 'a.js'), 0o755)],
    [
      'exchanged for a link to the same content',
      (folder) => {
        rmSync(join(folder, 'a.js'));
        symlinkSync('same.js', join(folder, 'a.js'));
      },
    ],
  ])('is none when a file was %s after the measurement; the file is named', async (_what, change) => {
    const folder = await aRepository({ 'a.js': 'a\n', 'same.js': 'a\n' });
    expect(await draftOf(folder, () => change(folder))).toEqual({ is: 'moved', paths: ['a.js'] });
  });

  test('leaves the index of the user alone', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    await write(folder, { 'a.js': 'b\n', 'new.js': 'c\n' });
    const before = await git(folder, 'status', '--porcelain');
    await treeOf(folder);
    expect(await git(folder, 'status', '--porcelain')).toBe(before);
  });
});

describe.skipIf(!hasGit)('files restored from a tree (needs git)', () => {
  test('have their old contents, modes, links and folders; ignored files stay', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', 'deep/b.js': 'b\n', 'run.sh': 'x', '.gitignore': 'out\n' });
    chmodSync(join(folder, 'run.sh'), 0o755);
    symlinkSync('a.js', join(folder, 'link.js'));
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message', 'More');
    const { tree } = await takeFingerprint(folder, { writes: [] });
    rmSync(join(folder, 'deep'), { recursive: true });
    rmSync(join(folder, 'link.js'));
    await write(folder, { 'a.js': 'b\n', deep: 'a file', 'link.js/c.js': 'c', 'out/kept': 'x', 'new/n.js': 'n' });
    const repository = await openRepository(folder);
    const { files } = await takeFingerprint(folder, { writes: [] });
    await restoreFiles(repository, { files, entries: await readTree(repository, 'HEAD'), writes: [] });
    expect((await takeFingerprint(folder, { writes: [] })).tree).toBe(tree);
    expect(await git(folder, 'status', '--porcelain', '--ignored')).toBe('!! out/');
  });
});

describe.skipIf(!hasGit)('uncommitted work (needs git)', () => {
  test('is what differs from HEAD in the folder or in the index, in the whole repository', async () => {
    const folder = await aRepository({ 'one/a.js': 'a\n', 'b.js': 'b\n', 'c.js': 'c\n' });
    const repository = await openRepository(join(folder, 'one'));
    const head = await git(folder, 'rev-parse', 'HEAD');
    const find = () => findUncommittedPaths(repository, { head, writes: ['log'] });
    expect(await find()).toEqual([]);
    await write(folder, {
      'b.js': 'changed\n',
      'c.js': 'staged\n',
      'one/log': 'x',
      'one/.dualgate/current': 'x',
      'new': 'n',
    });
    await git(folder, 'add', 'c.js');
    await write(folder, { 'c.js': 'c\n' });
    await git(folder, 'update-index', '--assume-unchanged', 'b.js');
    expect(await find()).toEqual(['b.js', 'c.js', 'new']);
  });

  test('is not what a sparse checkout leaves out, unless a commit of the folder would delete it', async () => {
    const top = await aRepository({ 'one/a.js': 'a\n', 'two/b.js': 'b\n', 'two/deep/c.js': 'c\n', 'd.js': 'd\n' });
    await git(top, 'sparse-checkout', 'set', '--cone', 'one');
    const head = await git(top, 'rev-parse', 'HEAD');
    const [whole, one] = [await openRepository(top), await openRepository(join(top, 'one'))];
    const find = () => findUncommittedPaths(one, { head, writes: [] });
    expect(await find()).toEqual([]);
    expect(await findLeftOutOfCheckout(one, head)).toEqual([]);
    expect(await findLeftOutOfCheckout(whole, head)).toEqual(['two/b.js', 'two/deep/c.js']);
    // A flag of the index hides nothing.
    await git(top, 'update-index', '--skip-worktree', 'd.js');
    rmSync(join(top, 'd.js'));
    await write(top, { 'two/b.js': 'other\n' });
    expect(await find()).toEqual(['d.js', 'two/b.js']);
  });

  test('is an unfinished merge, rebase or the like', async () => {
    const folder = await aRepository();
    const repository = await openRepository(folder);
    expect(findGitOperation(repository)).toBeNull();
    await write(folder, { '.git/rebase-merge/done': '' });
    expect(findGitOperation(repository)).toBe('a rebase');
  });
});
