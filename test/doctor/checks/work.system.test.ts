import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { leftoversCheck, lockCheck, runCheck } from '../../../src/doctor/checks/workspace.check.ts';
import { commitsCheck, repositoryCheck, sourcesCheck } from '../../../src/doctor/checks/repository.check.ts';
import { suiteCheck } from '../../../src/doctor/checks/suite.check.ts';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { takeLock } from '../../../src/ledger/lock.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { aFolder, aRepository, git, hasGit, write } from '../../evidence/a-repository.ts';
import { aWorkspace, HONEST, withAnchorsAside } from '../../run/a-workspace.ts';
import { lookAt } from '../a-visit.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

describe.skipIf(!hasGit)('the repository check (needs git)', () => {
  slow('takes a repository with a commit, from a folder of it, too', async () => {
    const folder = await aRepository({ 'packages/one/a.js': 'a\n' });
    const head = await git(folder, 'rev-parse', 'HEAD');
    const says = expect.stringMatching(new RegExp(`^git \\d+\\.[\\d.]+, at commit ${head.slice(0, 10)}$`));
    expect(await lookAt(repositoryCheck, { folder })).toEqual({ state: 'ok', says });
    expect(await lookAt(repositoryCheck, { folder: `${folder}/packages/one` })).toEqual({ state: 'ok', says });
  });

  slow('finds that nothing was committed yet', async () => {
    const folder = await aFolder();
    await git(folder, 'init', '--quiet');
    expect(await lookAt(repositoryCheck, { folder })).toEqual({
      state: 'warning',
      says: expect.stringMatching(/^git \d.*, no commit yet$/),
      fix: 'Commit your files, to see what the agent changes: git add --all && git commit.',
    });
  });

  slow('finds that there is none', async () => {
    const folder = await aFolder();
    expect(await lookAt(repositoryCheck, { folder })).toEqual({
      state: 'warning',
      says: 'no git repository: every file counts as a source, except files of installed packages',
      fix: 'In tests.writes, list the files that the suite writes. Or run git init: dualgate then uses .gitignore, and git shows what the agent changes.',
    });
    expect(await lookAt(sourcesCheck, { folder })).toEqual({
      state: 'skipped',
      says: 'not checked: no git to show changes',
    });
  });
});

describe.skipIf(!hasGit)('the sources check (needs git)', () => {
  slow('takes a clean tree; the state of dualgate is none of it', async () => {
    const folder = await aRepository({ 'a.js': 'a\n' });
    await write(folder, { '.dualgate/current': 'x\n' });
    expect(await lookAt(sourcesCheck, { folder })).toEqual({ state: 'ok', says: 'all files are committed' });
  });

  slow('names what was changed, added, removed and renamed, by the names of now', async () => {
    const long = 'a line that is long enough to be known again\n';
    const folder = await aRepository({ 'a.js': 'a\n', 'b.js': 'b\n', 'old name.js': long });
    await write(folder, { 'a.js': 'A\n', 'new/c d.js': 'c\n' });
    await git(folder, 'rm', '--quiet', 'b.js');
    await git(folder, 'mv', 'old name.js', 'its name.js');
    const found = await lookAt(sourcesCheck, { folder });
    expect({ ...found, details: [...(found.details ?? [])].sort() }).toEqual({
      state: 'warning',
      says: '4 files are not committed',
      details: ['a.js', 'b.js', 'its name.js', 'new/c d.js'],
      fix: 'Commit them, to separate your changes from those of the agent.',
    });
  });
});

describe('the lock check', () => {
  const now = () => new Date('2026-01-02T03:04:05Z');

  slow('accepts a workspace that is not locked', async () => {
    expect(await lookAt(lockCheck, { folder: await aFolder() })).toEqual({
      state: 'ok',
      says: 'no other run is active here',
    });
  });

  slow('finds who holds it', async () => {
    const folder = await aFolder();
    await write(folder, { '.dualgate/current': 'r\n' });
    const lock = takeLock(`${folder}/.dualgate/lock`, { run: 'r-1', now });
    const found = await lookAt(lockCheck, { folder });
    lock.release();
    expect(found).toEqual({
      state: 'problem',
      says: `locked by the run r-1 (pid ${process.pid} on ${hostname()}, since 2026-01-02T03:04:05.000Z)`,
      fix: 'Wait until it ends, or stop it: dualgate stop.',
    });
    expect(await lookAt(lockCheck, { folder })).toMatchObject({ state: 'ok' });
  });

  slow('finds leftovers of a killed run, which block no other run', async () => {
    const folder = await aFolder();
    const holder = { run: 'r-1', pid: 2 ** 22 + 1, start: null, host: hostname(), since: 'then', token: 't' };
    await write(folder, { '.dualgate/lock': JSON.stringify(holder) });
    expect(await lookAt(lockCheck, { folder })).toEqual({
      state: 'warning',
      says: `lock of the run r-1 (pid ${holder.pid} on ${hostname()}, since then), whose process is gone`,
      fix: 'Do not delete the lock: the next run takes it over. To resume the old run: dualgate resume.',
    });
  });

  slow('finds a file that is no lock', async () => {
    const folder = await aFolder();
    await write(folder, { '.dualgate/lock': 'mine' });
    expect(await lookAt(lockCheck, { folder })).toEqual({
      state: 'problem',
      says: `Cannot read the lock ${folder}/.dualgate/lock: it does not name its holder`,
      fix: 'If no run is active, delete it.',
    });
  });
});

describe.skipIf(!existsSync('/proc/self/environ'))('the leftovers check (needs /proc)', () => {
  const lookIn = (folder: string) => lookAt(leftoversCheck, { folder });

  slow(
    'finds a living process of a run whose records are gone, and none of a program that is still there',
    async () => {
      const folder = await aFolder();
      const env = { ...process.env, DUALGATE_RUN: 'r-gone' };
      const child = spawn('sleep', ['300'], { cwd: folder, env, stdio: 'ignore' });
      onTestFinished(() => void child.kill('SIGKILL'));
      expect(await lookIn(folder)).toMatchObject({ state: 'ok' });
      // The shell ends at once, and leaves its child alone.
      const shell = spawnSync('sh', ['-c', 'sleep 301 > /dev/null 2>&1 & echo $!'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      const pid = Number(shell.stdout);
      onTestFinished(() => void process.kill(pid, 'SIGKILL'));
      expect(await lookIn(folder)).toEqual({
        state: 'problem',
        says: '1 process of a crashed run is still running',
        details: [`${pid} sleep 301`],
        fix: `No record of that run is left, so dualgate does not end them. To end them now: kill ${pid}`,
      });
      expect(await lookIn(await aFolder())).toMatchObject({ state: 'ok' });
    },
  );
});

describe.skipIf(!hasGit)('the run check (needs git)', () => {
  const until = async (phase: 'RED') => {
    await withAnchorsAside();
    const workspace = await aWorkspace([{ phase: 'RED', ...HONEST.RED }]);
    const run = createRun({ config: workspace.config, until: phase });
    await run.ended;
    return { ...workspace, run };
  };

  slow('takes a workspace without any', async () => {
    expect(await lookAt(runCheck, await aWorkspace())).toEqual({ state: 'ok', says: 'no earlier run in this folder' });
  });

  slow('finds unfinished work, and how to continue it', async () => {
    const { run, ...workspace } = await until('RED');
    expect(await lookAt(runCheck, workspace)).toEqual({
      state: 'warning',
      says: `${run.id} ended paused in GREEN`,
      fix: 'To resume it: dualgate run. To start a new run: dualgate run --new.',
    });
    const path = `${workspace.folder}/dualgate.yaml`;
    const other = parseConfig(
      'version: 1\nwork: { spec: spec.md }\nagent: { command: other }\ntests: { command: node --test }\n',
      { path, readFile: () => '' },
    );
    expect(await lookAt(runCheck, { ...workspace, config: other })).toEqual({
      state: 'warning',
      says: `${run.id} ended paused in GREEN, and the config has changed since`,
      fix: 'Restore the config to resume it, accept the change with dualgate resume --accept-config -m "why", or start a new run: dualgate run --new.',
    });
  });

  slow('leaves the tree to a run that is not over, and only to that', async () => {
    const { run, ...workspace } = await until('RED');
    const [state, says] = ['skipped', `not checked: the tree has the work of ${run.id}, which is not over`];
    expect(await lookAt(sourcesCheck, workspace)).toEqual({ state, says });
    const config = { ...workspace.config, commits: true };
    expect(await lookAt(commitsCheck, { ...workspace, config })).toEqual({ state, says });
    expect(await lookAt(suiteCheck, workspace)).toEqual({
      state: 'warning',
      says: expect.stringMatching(
        new RegExp(`^0 passing, \\d+ failing, 0 skipped, in .*, with the work of ${run.id}, which is not over$`),
      ),
      fix: 'dualgate status shows what that run needs.',
    });
    await write(workspace.folder, { '.dualgate/current': '\n' });
    expect(await lookAt(suiteCheck, workspace)).toMatchObject({ state: 'problem' });
    expect(await lookAt(sourcesCheck, workspace)).toMatchObject({ state: 'warning' });
    expect(await lookAt(commitsCheck, { ...workspace, config })).toMatchObject({ state: 'problem' });
  });

  slow('finds a ledger that somebody wrote to', async () => {
    const { run, ...workspace } = await until('RED');
    await write(workspace.folder, { [`.dualgate/runs/${run.id}/ledger.jsonl`]: '{"seq":0}\n' });
    expect(await lookAt(runCheck, workspace)).toEqual({
      state: 'problem',
      says: `Cannot trust the ledger of ${run.id}: line 1 is not a record`,
      fix: 'Do not continue from this ledger. Restore it from a copy, or start a new run. Run dualgate verify for details.',
    });
  });
});
