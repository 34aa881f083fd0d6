import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rm } from 'node:fs/promises';
import { findRepository } from '../../src/loop/sandbox-of.ts';
import { aFolder, aRepository, git, hasGit, write } from '../evidence/a-repository.ts';

describe.skipIf(!hasGit)('the repository around a workspace (needs git)', () => {
  test('is the workspace itself, or a folder above it', async () => {
    const folder = await aRepository({ 'packages/one/a.js': '' });
    const own = join(folder, '.git');

    expect(await findRepository(folder)).toEqual({ git: [own, own, own], root: folder });
    const inner = join(folder, 'packages/one');
    expect(await findRepository(inner)).toEqual({ git: [own, own, join(inner, '.git')], root: folder });
  });

  test('is elsewhere for a linked work tree, which it names itself', async () => {
    const folder = await aRepository();
    const tree = `${folder}-tree`;
    onTestFinished(() => rm(tree, { recursive: true, force: true }));
    await git(folder, 'worktree', 'add', '--quiet', tree);

    const linked = join(folder, '.git/worktrees', tree.slice(dirname(tree).length + 1));
    expect(await findRepository(tree)).toEqual({ git: [linked, join(folder, '.git'), join(tree, '.git')], root: tree });
  });

  test('is none where there is none', async () => {
    const folder = await aFolder();
    expect(await findRepository(folder)).toEqual({ git: [join(folder, '.git')], root: null });
  });

  test('is not another one of the user that the agent names, nor the work tree of its config', async () => {
    const [other, folder] = [await aRepository({ secret: '' }), await aRepository({ 'packages/one/a.js': '' })];
    const inner = join(folder, 'packages/one');
    await write(inner, { '.git': `gitdir: ${other}/.git\n` });
    expect(await findRepository(inner)).toEqual({ git: [join(inner, '.git')], root: null });

    await rm(join(inner, '.git'));
    mkdirSync(join(inner, '.git'));
    await git(inner, 'init', '--quiet');
    await git(inner, 'config', 'core.worktree', folder);
    const own = join(inner, '.git');
    expect(await findRepository(inner)).toEqual({ git: [own, own, own], root: inner });
  });
});
