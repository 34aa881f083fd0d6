import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endLeftRunning, fileMark, hasStartedAny, listStarted } from './left-running.ts';

const start = (command: string, env: NodeJS.ProcessEnv): ChildProcess => {
  const child = spawn('sh', ['-c', command], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
};

test.skipIf(process.platform !== 'linux')(
  'what a test leaves running is found, named and killed (on Linux)',
  async () => {
    // Without the file's variable, and one that was there before.
    const before = start('echo up; exec sleep 61', {});
    await once(before.stdout ?? before, 'data');
    const known = listStarted();
    expect(known.map(({ pid }) => pid)).toEqual([before.pid]);
    expect(hasStartedAny()).toBe(true);

    const child = start('echo up; exec sleep 62', {});
    await once(child.stdout ?? child, 'data');
    // In a session of its own, and its parent gone.
    const gone = start('setsid sh -c "echo up; exec sleep 63" & exit 0', fileMark());
    await Promise.all([once(gone, 'exit'), once(gone.stdout ?? gone, 'data')]);

    // Each says that it is there before it becomes what it is called by.
    await vi.waitUntil(() => listStarted().filter((it) => it.describe().startsWith('sleep')).length === 3, {
      timeout: 20_000,
    });
    const left = await endLeftRunning(known, 0);
    expect(left.map((it) => it.replace(/^\d+ /, '')).sort()).toEqual(['sleep 62', 'sleep 63']);
    expect(left).toContain(`${child.pid} sleep 62`);
    expect(await endLeftRunning(known)).toEqual([]);
    expect(before.exitCode ?? before.signalCode).toBe(null);
  },
);

test('what ends by itself in time is not left running', async () => {
  const child = start('read line', {});
  child.kill();
  expect(await endLeftRunning([])).toEqual([]);
});
