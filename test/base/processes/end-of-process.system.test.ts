import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endMarked } from '../../../src/base/processes/find-processes.ts';
import { linuxProcesses } from '../../../src/base/processes/linux-processes.ts';
import { type ProcessOptions, runProcess } from '../../../src/base/processes/run-process.ts';
import { fileMark } from '../../left-running.ts';

let folder = '';
const bystanders: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
});
afterEach(async () => {
  for (const bystander of bystanders.splice(0)) bystander.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const aMarker = () => ({ name: 'DUALGATE_TEST', value: randomUUID() });
const isRunning = (pid: number): boolean => linuxProcesses.read(pid)?.dead === false;
/** The pid that a program wrote into the temp folder. */
const pidOf = async (name: string): Promise<number> => Number(await readFile(join(folder, name), 'utf8'));

const aScript = { env: { PATH: process.env['PATH'], ...fileMark() }, timeoutMs: 20_000, graceMs: 300, marker: null };

const runScript = (script: string, options: Partial<ProcessOptions> = {}) =>
  runProcess({ ...aScript, command: ['sh', '-c', script], cwd: folder, ...options });

/** Shell: until the one whose number is in the file has become the sleeper that it is then named as. */
const untilAsleep = (name = 'pid') =>
  `until grep -qs sleep /proc/$(cat ${name} 2> /dev/null)/comm; do sleep 0.02; done`;

/** Cancels when the program prints its first line. */
const cancelledByItsFirstLine = () => {
  const controller = new AbortController();
  return { signal: controller.signal, onStdout: () => controller.abort() };
};

/** Somebody else's process, up and waiting. */
const startBystander = async (env: Record<string, string>): Promise<number> => {
  const bystander = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], {
    detached: true,
    env: { PATH: process.env['PATH'], ...fileMark(), ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  bystanders.push(bystander);
  await once(bystander.stdout ?? bystander, 'data');
  return bystander.pid ?? 0;
};

describe.skipIf(process.platform !== 'linux')('the end of a program (on Linux, with sh, sleep and setsid)', () => {
  test('is reported at once, while its remaining processes still run', async () => {
    const runs: boolean[] = [];
    const left = (): number => Number(readFileSync(join(folder, 'left'), 'utf8'));
    const leave = `setsid sh -c 'echo $$ > left; exec sleep 60' & ${untilAsleep('left')}`;
    const { left_running } = await runScript(leave, { marker: aMarker(), onEnd: () => runs.push(isRunning(left())) });
    expect(left_running).toEqual([`${left()} sleep 60`]);
    expect([runs, isRunning(left())]).toEqual([[true], false]);
  });

  test('is reported before it is ended at the timeout', async () => {
    const told: string[] = [];
    await runScript('trap "echo interrupted; exit 9" INT; sleep 60 & wait', {
      timeoutMs: 1_000,
      onStdout: (chunk) => told.push(chunk.toString().trim()),
      onEnd: () => told.push('end'),
    });
    expect(told).toEqual(['end', 'interrupted']);
  });

  test('begins with SIGINT at the timeout, so that it can still report', async () => {
    const end = await runScript('trap "echo interrupted; exit 9" INT; sleep 60 & wait', {
      timeoutMs: 1_000,
      stdout: join(folder, 'out'),
    });
    expect(end).toMatchObject({ ended: 'timed_out', exit_code: 9, signal: null });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('interrupted\n');
  });

  test('comes by SIGTERM after the grace when SIGINT was ignored', async () => {
    const script = `process.on("SIGINT", () => console.log("no")); process.on("SIGTERM", () => { console.log("well"); process.exit(9) });
      console.log("up"); setInterval(() => {}, 1000)`;
    const end = await runProcess({
      ...aScript,
      command: [process.execPath, '-e', script],
      cwd: folder,
      stdout: join(folder, 'out'),
      graceMs: 1_000,
      ...cancelledByItsFirstLine(),
    });
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: 9, signal: null });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('up\nno\nwell\n');
  });

  test('is forced on a program that ignores both, within twice the grace', async () => {
    const script = 'process.on("SIGINT", () => {}); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);';
    const end = await runProcess({
      ...aScript,
      command: [
        process.execPath,
        '-e',
        `${script} require("node:fs").writeFileSync("pid", String(process.pid)); console.log("up")`,
      ],
      cwd: folder,
      ...cancelledByItsFirstLine(),
    });
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: null, signal: 'SIGKILL' });
    expect(end.ms).toBeLessThan(15_000);
    expect(isRunning(await pidOf('pid'))).toBe(false);
  });

  test('does not wait for the interrupt of those that ignore it from the start', async () => {
    const end = await runScript('trap "" INT; echo $$ > pid; echo up; exec sleep 60', {
      ...cancelledByItsFirstLine(),
      graceMs: 20_000,
    });
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: null, signal: 'SIGTERM' });
    expect(end.ms).toBeLessThan(15_000);
  });

  test('is forced on one that ignores all signals from the start', async () => {
    const end = await runScript(
      'trap "" INT TERM; echo $$ > pid; echo up; while :; do sleep 0.1; done',
      cancelledByItsFirstLine(),
    );
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: null, signal: 'SIGKILL' });
    expect(isRunning(await pidOf('pid'))).toBe(false);
  });

  test('comes with a cancellation', async () => {
    const end = await runScript('echo $$ > pid; echo up; exec sleep 60', cancelledByItsFirstLine());
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: null, signal: 'SIGINT', left_running: [] });
    expect(isRunning(await pidOf('pid'))).toBe(false);
  });

  test('comes before the start when it was cancelled before', async () => {
    const end = await runScript('echo $$ > pid', { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ ended: 'cancelled', exit_code: null, signal: null });
    await expect(pidOf('pid')).rejects.toThrow(/ENOENT/);
  });

  test('includes a child in a session of its own that ignores SIGTERM', async () => {
    const script = `setsid sh -c 'trap "" INT TERM; echo $$ > pid; echo up; while :; do sleep 0.1; done' & wait`;
    const end = await runScript(script, cancelledByItsFirstLine());
    expect(end.ended).toBe('cancelled');
    expect(isRunning(await pidOf('pid'))).toBe(false);
    expect(end.left_running).toContainEqual(expect.stringMatching(/^\d+ sh -c trap "" INT TERM/));
  });

  test('includes a grandchild in a session of its own that outlived it, and names it', async () => {
    const script = `setsid sh -c 'echo $$ > pid; exec sleep 61' & ${untilAsleep()}`;
    const end = await runScript(script, { marker: aMarker() });
    const pid = await pidOf('pid');
    expect(end).toMatchObject({ ended: 'exited', exit_code: 0, left_running: [`${pid} sleep 61`] });
    expect(isRunning(pid)).toBe(false);
  });

  test('includes a daemon that dropped its parent, its session and its output', async () => {
    const daemon = `(cd /; setsid sh -c "echo \\$\\$ > ${folder}/pid; exec sleep 62" </dev/null >/dev/null 2>&1 &)`;
    const end = await runScript(`${daemon}; ${untilAsleep()}`, { marker: aMarker() });
    const pid = await pidOf('pid');
    expect(end.left_running).toEqual([`${pid} sleep 62`]);
    expect(isRunning(pid)).toBe(false);
  });

  test('includes a background process that wiped its environment but stayed in the session', async () => {
    const end = await runScript(`env -i sleep 63 & echo $! > pid; ${untilAsleep()}; exit 0`, { marker: aMarker() });
    expect(end.left_running).toEqual([expect.stringMatching(/^\d+ sleep 63$/)]);
    expect(isRunning(Number.parseInt(end.left_running[0] ?? '', 10))).toBe(false);
  });

  test('includes a child that wiped its environment and left the session of a marked daemon', async () => {
    const child = `env -i setsid sh -c 'echo $$ > ${folder}/pid; exec sleep 64'`;
    const script = `setsid sh -c "${child.replaceAll('$', '\\$')} & wait" & while [ ! -s pid ]; do sleep 0.02; done`;
    await runScript(script, { marker: aMarker() });
    expect(isRunning(await pidOf('pid'))).toBe(false);
  });

  test('is not put off by a background process that holds the pipe', async () => {
    const end = await runScript('setsid sleep 65 & echo done', { stdout: join(folder, 'out'), marker: aMarker() });
    expect(end).toMatchObject({ ended: 'exited', exit_code: 0, left_running: [expect.stringContaining('sleep 65')] });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('done\n');
    expect(end.ms).toBeLessThan(30_000);
  });

  test('is not put off by a holder of the pipe that escaped every search', async () => {
    const script = 'env -i setsid sh -c "echo \\$\\$ > pid; exec sleep 66" & while [ ! -s pid ]; do sleep 0.02; done';
    const end = await runScript(`(${script})`, { stdout: join(folder, 'out'), marker: aMarker() });
    const pid = await pidOf('pid');
    expect(end).toMatchObject({ ended: 'exited', exit_code: 0, left_running: [] });
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  test('names nothing that ends by itself when the program has ended', async () => {
    const end = await runScript('(while kill -0 $$ 2>/dev/null; do :; done) & exit 0', { marker: aMarker() });
    expect(end.left_running).toEqual([]);
  });

  test('does not reach a process without the marker, nor one with another value of it', async () => {
    const marker = aMarker();
    const strangers = [await startBystander({}), await startBystander({ [marker.name]: `${marker.value}0` })];
    const end = await runScript('setsid sleep 67 & exit 0', { marker });
    expect(end.left_running).toEqual([expect.stringContaining('sleep 67')]);
    expect(strangers.map(isRunning)).toEqual([true, true]);
  });
});

describe.skipIf(process.platform !== 'linux')('ending the processes with a marker (on Linux)', () => {
  test('ends every carrier, names it, and no stranger', async () => {
    const marker = aMarker();
    const carrier = await startBystander({ [marker.name]: marker.value });
    const stranger = await startBystander({ [marker.name]: 'another run' });
    expect(await endMarked(marker)).toEqual([expect.stringMatching(new RegExp(`^${carrier} .*setInterval`))]);
    expect([carrier, stranger].map(isRunning)).toEqual([false, true]);
  });

  test('finds none and says so', async () => {
    expect(await endMarked(aMarker())).toEqual([]);
  });
});
