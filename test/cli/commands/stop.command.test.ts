import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readProcessTable } from '../../../src/base/processes/process-start.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

const RUN = '20260113-103000-4f2a9c';

/** A process that holds the lock of a run. */
const lock = async (cwd: string): Promise<ChildProcess> => {
  const child = spawn('sleep', ['300'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const since = new Date(Date.now() + 60_000).toISOString();
  const holder = {
    run: RUN,
    pid: child.pid,
    start: null,
    host: hostname(),
    table: readProcessTable(),
    since,
    token: 't',
  };
  await write(cwd, { '.dualgate/lock': JSON.stringify(holder) });
  return child;
};

describe('dualgate stop, with a config that somebody broke', () => {
  test('ends the run all the same', async () => {
    const cwd = await aFolder();
    await write(cwd, { 'dualgate.yaml': 'work: [\n' });
    const child = await lock(cwd);
    const ended = once(child, 'exit');
    expect(await runLine(['stop'], { cwd })).toEqual({
      code: 0,
      stdout: `${RUN} ends after this iteration. To end it at once: dualgate stop --now\n`,
      stderr: '',
    });
    expect(await ended).toEqual([null, 'SIGHUP']);
  });

  test('waits for the end with --now, and names the command that status recommends then', async () => {
    const cwd = await aFolder();
    await lock(cwd);
    expect(await runLine(['stop', '--now'], { cwd })).toMatchObject({
      code: 0,
      stdout: `${RUN} has ended. dualgate resume continues it.\n`,
    });
  });

  test('names the config where no run is active, and ends no other run', async () => {
    const cwd = await aFolder();
    await write(cwd, { 'dualgate.yaml': 'work: [\n' });
    const refused = { code: 78, stdout: '', stderr: expect.stringMatching(/^Cannot use dualgate\.yaml:\d+:\d+: /) };
    expect(await runLine(['stop'], { cwd })).toEqual(refused);
    const child = await lock(cwd);
    expect(await runLine(['stop', '--run', '20260113-103000-000000'], { cwd })).toEqual(refused);
    expect(child.signalCode).toBe(null);
  });
});
