import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { takeLock } from '../../src/ledger/lock.ts';
import { processTable } from '../../src/base/processes/find-processes.ts';
import { createRunFolders, runFolders } from '../../src/records/run-folders.ts';
import { endKilledRun } from '../../src/run/end-killed-run.ts';
import { fileMark } from '../left-running.ts';

const BOUND = { timeout: 20_000, interval: 20 };

const aWorkspace = (run: string) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'killed-run-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  createRunFolders(runFolders(folder, run));
  return folder;
};

/** With the mark of this run. */
const startMarked = (run: string) => {
  const child = spawn('sleep', ['300'], { env: { DUALGATE_RUN: run, ...fileMark() }, stdio: 'ignore', detached: true });
  const ended = new Promise<void>((gone) => child.once('exit', () => gone()));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { pid: child.pid ?? 0, ended };
};

const isRunning = (pid: number): boolean => processTable.read(pid)?.dead === false;

describe.skipIf(process.platform !== 'linux')('the end of a killed run', () => {
  test('ends every process with its mark, and none with that of another run', async () => {
    const folder = aWorkspace('killed');
    const [one, two, other] = [startMarked('killed'), startMarked('killed'), startMarked('killed-not')];
    await endKilledRun('killed', folder);
    await Promise.all([one.ended, two.ended]);
    expect(isRunning(other.pid)).toBe(true);
  });

  test('ends nothing while a process holds the workspace: its loop has started processes with the same mark', async () => {
    const folder = aWorkspace('killed');
    const lock = takeLock(runFolders(folder, 'killed').lock, { run: 'killed', now: () => new Date() });
    const { pid, ended } = startMarked('killed');
    let isOver = false;
    const over = (async () => {
      await endKilledRun('killed', folder);
      isOver = true;
    })();
    // It has looked several times by then.
    const until = performance.now() + 500;
    await vi.waitFor(() => expect(performance.now()).toBeGreaterThan(until), BOUND);
    expect({ isOver, isAlive: isRunning(pid) }).toEqual({ isOver: false, isAlive: true });

    lock.release();

    await Promise.all([over, ended]);
  });

  test('ends them if the holder of the lock is the killed loop', async () => {
    const folder = aWorkspace('killed');
    const loop = startMarked('its-loop');
    takeLock(runFolders(folder, 'killed').lock, { run: 'killed', pid: loop.pid, now: () => new Date() });
    process.kill(loop.pid, 'SIGKILL');
    await loop.ended;
    const { pid, ended } = startMarked('killed');
    await endKilledRun('killed', folder);
    await ended;
    expect(isRunning(pid)).toBe(false);
  });

  test('ends them if the lock is unreadable: no loop starts either', async () => {
    const folder = aWorkspace('killed');
    writeFileSync(runFolders(folder, 'killed').lock, 'nonsense');
    const { pid, ended } = startMarked('killed');
    await endKilledRun('killed', folder);
    await ended;
    expect(isRunning(pid)).toBe(false);
  });
});
