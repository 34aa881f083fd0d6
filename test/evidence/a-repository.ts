/** A real git repository in a temporary folder, away from the user's own git config. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

export const hasGit = await execa('git', ['--version']).then(
  () => true,
  () => false,
);

export const aFolder = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const write = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
};

export const git = async (folder: string, ...args: readonly string[]): Promise<string> => {
  const me = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return (await execa('git', [...me, ...args], { cwd: folder, env, extendEnv: false })).stdout;
};

/** A repository with these files committed. */
export const aRepository = async (files: Readonly<Record<string, string>> = { 'a.js': 'a\n' }): Promise<string> => {
  const folder = await aFolder();
  await git(folder, 'init', '--quiet');
  await write(folder, files);
  await git(folder, 'add', '--all', '--force');
  await git(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'start');
  return folder;
};
