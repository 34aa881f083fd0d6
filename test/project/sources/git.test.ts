import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { git as askAsWriter } from '../../../src/commits/repository.ts';
import { runGit } from '../../../src/project/sources/git.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';

/** A script of the agent that says that it was run. */
const aTrap = async (): Promise<{ readonly script: string; readonly wasRun: () => boolean }> => {
  const folder = await aFolder();
  await write(folder, { trap: `#!/bin/sh\n: > "${folder}/run"\nexit 1\n` });
  chmodSync(join(folder, 'trap'), 0o755);
  return { script: join(folder, 'trap'), wasRun: () => existsSync(join(folder, 'run')) };
};

const look = (folder: string) => takeFingerprint(folder, { writes: [] }).catch(() => null);

describe.skipIf(!hasGit)('git, asked by the loop about a repository that is the agent’s (needs git)', () => {
  test('runs no monitor, no hook and no filter that the repository names', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitattributes': '*.js filter=trap diff=trap\n' });
    const { script, wasRun } = await aTrap();
    const set = (key: string, value = script) => git(folder, 'config', key, value);
    await set('core.fsmonitor');
    await set('filter.trap.clean');
    await set('filter.trap.process');
    await set('diff.trap.command');
    await set('core.pager');
    await set('pager.ls-files');
    await write(folder, { '.git/hooks/post-index-change': `#!/bin/sh\nexec "${script}"\n`, 'a.js': 'changed\n' });
    chmodSync(join(folder, '.git/hooks/post-index-change'), 0o755);

    expect((await look(folder))?.files.has('a.js')).toBe(true);
    expect(wasRun()).toBe(false);
    // The trap is one: git itself falls into it.
    await git(folder, 'status').catch(() => {});
    expect(wasRun()).toBe(true);
  });

  test('fetches no object that is missing, by whatever command the repository names', async () => {
    const [folder, other] = [await aRepository(), await aRepository()];
    const { script, wasRun } = await aTrap();
    const set = (key: string, value: string) => git(folder, 'config', key, value);
    await set('core.repositoryformatversion', '1');
    await set('extensions.partialClone', 'origin');
    await set('remote.origin.url', other);
    await set('remote.origin.promisor', 'true');
    await set('remote.origin.uploadpack', script);
    await set('protocol.file.allow', 'always');
    const head = await git(folder, 'rev-parse', 'HEAD');
    rmSync(join(folder, '.git/objects', head.slice(0, 2), head.slice(2)));

    await look(folder);
    expect(wasRun()).toBe(false);
    // The trap is one: git itself falls into it.
    await git(folder, 'rev-parse', 'HEAD^{commit}').catch(() => {});
    expect(wasRun()).toBe(true);
  });

  test.each([
    ['exits oddly', 'exit 3', 'got: exit code 3, without a message). Fix the repository, then start again.'],
    ['says why', 'echo out of order >&2; exit 3', 'got: out of order). Fix the repository, then start again.'],
    ['is killed', 'kill -9 $$', 'got: ended by SIGKILL). Check git, and the memory of the machine, then start again.'],
  ])('is named as what it is when it %s', async (_, script, says) => {
    const folder = await aRepository();
    const other = await aFolder();
    await write(other, { git: `#!/bin/sh\n${script}\n` });
    chmodSync(join(other, 'git'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `${other}:${before}`;
    onTestFinished(() => void (process.env['PATH'] = before));
    await expect(takeFingerprint(folder, { writes: [] })).rejects.toThrow(says);
  });

  test('names the advice of dualgate before the hints of git', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    await write(folder, { '.git/refs/heads/taken.lock': '' });
    const asked = askAsWriter({ folder }, ['update-ref', 'refs/heads/taken', 'HEAD']);
    const message = await asked.then(String, (error: unknown) => (error instanceof Error ? error.message : ''));
    expect(message.replaceAll(folder, 'FOLDER').split('\n').slice(0, 4)).toMatchInlineSnapshot(`
      [
        "Cannot commit in FOLDER: \`git update-ref\` failed (got: fatal: update_ref failed for ref 'refs/heads/taken': cannot lock ref 'refs/heads/taken': Unable to create 'FOLDER/.git/refs/heads/taken.lock': File exists.). When no other git is running there, remove FOLDER/.git/refs/heads/taken.lock, then run dualgate resume.",
        "Git says:",
        "Another git process seems to be running in this repository, e.g.",
        "an editor opened by 'git commit'. Please make sure all processes",
      ]
    `);
  });

  test('is not the program of that name that lies in the workspace, on the PATH by npx or direnv', async () => {
    const folder = await aRepository({ 'a.js': 'a\n', '.gitignore': 'node_modules\n' });
    const { script, wasRun } = await aTrap();
    await write(folder, { 'node_modules/.bin/git': `#!/bin/sh\nexec "${script}"\n`, 'nested/b.js': 'b\n' });
    chmodSync(join(folder, 'node_modules/.bin/git'), 0o755);
    await git(join(folder, 'nested'), 'init', '--quiet');
    const before = process.env['PATH'];
    process.env['PATH'] = `${folder}/node_modules/.bin:${before}`;
    onTestFinished(() => void (process.env['PATH'] = before));

    expect([...((await look(folder))?.files.keys() ?? [])]).toEqual(['.gitignore', 'a.js', 'nested/b.js']);
    expect(wasRun()).toBe(false);
  });

  test('that the system refuses to start is not the fault of the repository, whoever asks', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    const other = await aFolder();
    await write(other, { git: '' });
    const before = process.env['PATH'];
    process.env['PATH'] = other;
    onTestFinished(() => void (process.env['PATH'] = before));

    await expect(takeFingerprint(folder, { writes: [] })).rejects.toThrow(
      /^Cannot read the workspace .*\(got: spawn git EACCES\)\. Fix the permissions, then start again\.$/,
    );
    await expect(askAsWriter({ folder }, ['gc'])).rejects.toThrow(
      /^Cannot commit in .*: `git gc` failed \(got: spawn git EACCES\)\. Fix the permissions, then run dualgate resume\.$/,
    );
  });

  test('is not missing when its folder appears after it could not be started there', async () => {
    const folder = join(await aFolder(), 'later');
    const asked = runGit(folder, ['--version']);
    mkdirSync(folder);
    await expect(asked).rejects.toMatchObject({ lacks: null, message: expect.stringContaining('it is not a folder') });
  });
});
