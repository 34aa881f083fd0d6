import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, realpath, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Checkout } from '../../../src/project/checkout/checkout.ts';
import { openCheckout } from '../../../src/project/checkout/open-checkout.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { countGit } from '../sources/counted-git.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

const copyOf = async (workspace: string, root = workspace): Promise<Checkout> => {
  const { files } = await takeFingerprint(workspace, { writes: [] });
  const from = { workspace, root, files: [...files.keys()] };
  const copy = await openCheckout({ from, at: 'mutants', dependencies: 'lend' });
  onTestFinished(copy.remove);
  return copy;
};

/** A repository with a staged file, a changed one, a removed one and a new one. */
const anUntidyRepository = async (): Promise<string> => {
  const folder = await realpath(
    await aRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n', '.gitignore': 'tmp/\n' }),
  );
  await git(folder, 'tag', 'v1.2.3');
  await git(folder, 'branch', 'other');
  await write(folder, { 'a.txt': 'staged\n', 'b.txt': 'changed\n', 'new.txt': 'new\n' });
  await git(folder, 'add', 'a.txt');
  await git(folder, 'rm', '--quiet', 'c.txt');
  return folder;
};

const QUESTIONS = [
  ['rev-parse', 'HEAD'],
  ['symbolic-ref', 'HEAD'],
  ['status', '--porcelain'],
  ['diff-index', '--name-status', 'HEAD'],
  ['diff-files', '--name-only'],
  ['ls-files', '--stage'],
  ['describe', '--tags', '--dirty'],
  ['for-each-ref'],
  ['log', '--format=%H %s'],
  ['cat-file', 'blob', 'HEAD:d.txt'],
] as const;

describe.skipIf(!hasGit)('a copy of a workspace (needs git)', () => {
  test('gives the answers of git that the original gives', async () => {
    const workspace = await anUntidyRepository();
    const copy = await copyOf(workspace);
    for (const question of QUESTIONS)
      expect(await git(copy.folder, ...question), question.join(' ')).toBe(await git(workspace, ...question));
  });

  test('starts one git for it, and a second where other sources are written over them', async () => {
    const workspace = await anUntidyRepository();
    await copyOf(workspace);
    const [{ take }, files] = [await countGit(), ['a.txt', 'b.txt', 'd.txt', 'new.txt', '.gitignore']];
    onTestFinished(() => void vi.unstubAllEnvs());
    const open = async (fill?: (folder: string) => Promise<boolean>): Promise<Checkout> => {
      const from = { workspace, root: workspace, files, ...(fill === undefined ? {} : { fill }) };
      const copy = await openCheckout({ from, at: 'mutants', dependencies: 'lend' });
      onTestFinished(copy.remove);
      return copy;
    };
    await open();
    expect(take()).toEqual(['ls-files -z --others --ignored --exclude-standard --directory']);
    const copy = await open(async (folder) => {
      await write(folder, { 'a.txt': 'staged\n', 'b.txt': 'b\n', 'd.txt': 'e\n' });
      return true;
    });
    expect(take()).toEqual([
      'ls-files -z --others --ignored --exclude-standard --directory',
      'update-index -q --refresh',
    ]);
    expect(await git(copy.folder, 'diff-files', '--name-only')).toBe('d.txt');
  });

  test('gives them for links and for files of one second, too', async () => {
    const workspace = await realpath(await aRepository({ 'a.txt': 'a\n' }));
    await symlink('a.txt', join(workspace, 'link'));
    for (let at = 0; at < 40; at += 1) {
      await write(workspace, { [`${at}.txt`]: `${at}\n` });
      utimesSync(join(workspace, `${at}.txt`), 1_700_000_000, 1_700_000_000 + at / 40 + 0.0249997);
    }
    await git(workspace, 'add', '.');
    utimesSync(join(workspace, '.git/index'), 1_800_000_000, 1_800_000_000);
    const copy = await copyOf(workspace);
    expect(await git(copy.folder, 'diff-files', '--name-only')).toBe('');
    await write(copy.folder, { '0.txt': '9\n' });
    expect(await git(copy.folder, 'diff-files', '--name-only')).toBe('0.txt');
  });

  test('does so from a work tree beside a repository, whose `.git` is a file', async () => {
    const main = await anUntidyRepository();
    const workspace = join(await realpath(await aFolder()), 'beside');
    await git(main, 'worktree', 'add', '--quiet', '-b', 'beside', workspace);
    await write(workspace, { 'd.txt': 'changed here\n' });
    const copy = await copyOf(workspace);
    for (const question of QUESTIONS)
      expect(await git(copy.folder, ...question), question.join(' ')).toBe(await git(workspace, ...question));
    expect(readFileSync(join(copy.folder, '.git'), 'utf8')).toMatch(/^gitdir: /);
  });

  test('does so from a folder below the root, where the files around it are linked', async () => {
    const root = await realpath(
      await aRepository({ 'app/a.js': 'a\n', 'lib/b.js': 'b\n', 'top.json': '{}\n', 'app/sub/c.js': 'c\n' }),
    );
    await write(root, { 'app/a.js': 'changed\n' });
    const copy = await copyOf(join(root, 'app'), root);
    for (const question of QUESTIONS.slice(0, 6))
      expect(await git(copy.folder, ...question), question.join(' ')).toBe(await git(join(root, 'app'), ...question));
  });

  test('writes nothing to the original: no commit, no branch, no config, and no sweep of its objects', async () => {
    const workspace = await anUntidyRepository();
    const look = async () => [
      await git(workspace, 'for-each-ref'),
      await git(workspace, 'count-objects', '--verbose'),
      await git(workspace, 'status', '--porcelain'),
      readFileSync(join(workspace, '.git/config'), 'utf8'),
    ];
    const before = await look();
    const copy = await copyOf(workspace);
    writeFileSync(join(copy.folder, 'more.txt'), 'more\n');
    await git(copy.folder, 'add', '--all');
    await git(
      copy.folder,
      '-c',
      'user.name=Ann',
      '-c',
      'user.email=ann@example.org',
      'commit',
      '--quiet',
      '-m',
      'more',
    );
    await git(copy.folder, 'branch', '-D', 'other');
    await git(copy.folder, 'config', 'user.name', 'Eve');
    await git(copy.folder, 'gc', '--quiet', '--prune=now');
    expect(await look()).toEqual(before);
    expect(await git(workspace, 'fsck')).toBe('');
  });

  test('has the settings without passwords, and hooks that do not run', async () => {
    const workspace = await anUntidyRepository();
    await git(workspace, 'config', 'remote.origin.url', 'https://ann:secret@example.org/a.git');
    await git(workspace, 'config', 'http.https://example.org/.extraheader', 'AUTHORIZATION: basic secret');
    await git(workspace, 'config', 'credential.helper', 'store --file secret');
    await git(workspace, 'config', 'core.hooksPath', '.husky');
    await git(workspace, 'config', 'alias.say', 'log --format="%s\\t" ; # "quoted"');
    await mkdir(join(workspace, '.git/hooks'), { recursive: true });
    const hook = join(workspace, '.git/hooks/pre-commit');
    writeFileSync(hook, '#!/bin/sh\nexit 1\n');
    await chmod(hook, 0o755);
    const copy = await copyOf(workspace);
    const config = await readFile(join(copy.folder, '.git/config'), 'utf8');
    expect(config).not.toMatch(/secret|husky/);
    const ask = async (key: string): Promise<string> => git(copy.folder, 'config', '--get', key);
    expect([await ask('remote.origin.url'), await ask('alias.say')]).toEqual([
      'https://example.org/a.git',
      'log --format="%s\\t" ; # "quoted"',
    ]);
    expect(existsSync(join(copy.folder, '.git/hooks/pre-commit'))).toBe(true);
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    await git(copy.folder, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'no hook ran');
  });

  test('has no `.git` where the original has none', async () => {
    const workspace = await realpath(await aFolder());
    await write(workspace, { 'a.js': '1\n' });
    const copy = await openCheckout({
      from: { workspace, root: workspace, files: ['a.js'] },
      at: 'mutants',
      dependencies: 'lend',
    });
    onTestFinished(copy.remove);
    expect(existsSync(join(copy.folder, '.git'))).toBe(false);
  });
});
