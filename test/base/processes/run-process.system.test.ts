import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProcessOptions, runProcess } from '../../../src/base/processes/run-process.ts';
import { fileMark } from '../../left-running.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a Node script in the temp folder; a test states only the options that matter. */
const runScript = (script: string, options: Partial<ProcessOptions> = {}) =>
  runProcess({
    command: [process.execPath, '-e', script],
    cwd: folder,
    env: { PATH: process.env['PATH'], ...fileMark() },
    timeoutMs: 20_000,
    marker: null,
    ...options,
  });
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('running a program', () => {
  test('reports its exit code', async () => {
    expect(await runScript('process.exit(3)')).toEqual({
      ended: 'exited',
      exit_code: 3,
      signal: null,
      ms: expect.any(Number),
      left_running: [],
    });
  });

  test('reports the signal that ended it', async () => {
    expect(await runScript('process.kill(process.pid, "SIGKILL")')).toMatchObject({
      ended: 'exited',
      exit_code: null,
      signal: 'SIGKILL',
    });
  });

  test('keeps stdout and stderr apart and complete, a megabyte each', async () => {
    const [stdout, stderr] = [join(folder, 'out'), join(folder, 'err')];
    await runScript('process.stdout.write("o".repeat(1e6)); process.stderr.write("e".repeat(1e6))', { stdout, stderr });
    expect(await readFile(stdout, 'utf8')).toBe('o'.repeat(1e6));
    expect(await readFile(stderr, 'utf8')).toBe('e'.repeat(1e6));
  });

  test('shows what goes to the file also as it arrives', async () => {
    const seen: Buffer[] = [];
    const stdout = join(folder, 'out');
    await runScript('process.stdout.write("x".repeat(300000) + "end")', { stdout, onStdout: (it) => seen.push(it) });
    expect(Buffer.concat(seen).toString()).toBe(await readFile(stdout, 'utf8'));
  });

  test('appends to what the file already holds', async () => {
    const stdout = join(folder, 'out');
    await writeFile(stdout, 'before ');
    await runScript('process.stdout.write("after")', { stdout });
    expect(await readFile(stdout, 'utf8')).toBe('before after');
  });

  test('needs bounded memory for a flood of output', async () => {
    const before = process.memoryUsage.rss();
    let most = 0;
    await runProcess({
      command: ['head', '-c', '200000000', '/dev/zero'],
      cwd: folder,
      env: { PATH: process.env['PATH'], ...fileMark() },
      timeoutMs: 60_000,
      marker: null,
      stdout: join(folder, 'out'),
      onStdout: () => {
        most = Math.max(most, process.memoryUsage.rss() - before);
      },
    });
    expect((await stat(join(folder, 'out'))).size).toBe(200_000_000);
    expect(most).toBeLessThan(150_000_000);
  }, 60_000);

  test('gives it its stdin and closes it', async () => {
    const stdout = join(folder, 'out');
    await runScript('process.stdin.pipe(process.stdout)', { input: 'ä'.repeat(500_000), stdout });
    expect(await readFile(stdout, 'utf8')).toBe('ä'.repeat(500_000));
  });

  test('closes stdin at once when there is no input', async () => {
    expect(await runScript('process.stdin.resume().on("end", () => process.exit(7))')).toMatchObject({ exit_code: 7 });
  });

  test('does not mind a program that never reads a megabyte of stdin', async () => {
    expect(await runScript('process.exit(0)', { input: 'x'.repeat(1e6) })).toMatchObject({ exit_code: 0 });
  });

  test('accepts a program that closes stdin and continues', async () => {
    const script = 'process.stdin.destroy(); setTimeout(() => process.exit(5), 100)';
    expect(await runScript(script, { input: 'x'.repeat(1e6) })).toMatchObject({ ended: 'exited', exit_code: 5 });
  });

  test('gives it no variable of our own environment but those named', async () => {
    const stdout = join(folder, 'out');
    const env = { ONLY: 'this', UNSET: undefined };
    await runScript('console.log(JSON.stringify(process.env))', { stdout, env, marker: { name: 'M', value: '1' } });
    expect(JSON.parse(await readFile(stdout, 'utf8'))).toEqual({ ONLY: 'this', M: '1' });
  });

  test('runs in a folder whose name has blanks, with arguments that no shell reads', async () => {
    const cwd = join(folder, 'a folder with blanks');
    await mkdir(cwd);
    const stdout = join(folder, 'out');
    const command = [process.execPath, '-p', 'process.cwd() + process.argv[1]', '$HOME; exit 1'];
    await runScript('', { command, cwd, stdout });
    expect(await readFile(stdout, 'utf8')).toBe(`${cwd}$HOME; exit 1\n`);
  });

  test('rejects when its output cannot be written to a file, before it is started', async () => {
    const stdout = join(folder, 'no', 'such', 'folder');
    await expect(runScript('require("fs").writeFileSync("started", "")', { stdout })).rejects.toThrow(/ENOENT/);
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux')('running a program (on Linux, which tells sessions in /proc)', () => {
  test('gives it a session of its own, so that Ctrl+C in our terminal does not reach it', async () => {
    const stdout = join(folder, 'out');
    await runScript('console.log(process.pid, fs.readFileSync("/proc/self/stat", "utf8").split(") ")[1])', { stdout });
    const [pid, , , , session] = (await readFile(stdout, 'utf8')).split(' ');
    expect(session).toBe(pid);
  });

  test('ends one that prints for ever, even while it ignores what asks it to end, and says of which stream', async () => {
    const script =
      'fs.writeFileSync("pid", String(process.pid)); process.on("SIGINT", () => {}); const more = () => { process.stderr.write("x".repeat(1e5), more); }; more()';
    const stderr = join(folder, 'err');
    const end = await runScript(script, { stderr, maxOutputBytes: 1e6, graceMs: 100 });
    expect(end).toMatchObject({
      ended: 'flooded',
      problem: 'it was ended because it printed more than 1000000 bytes on stderr',
    });
    expect((await readFile(stderr)).length).toBeLessThan(1.2e6);
    expect(isAlive(Number(await readFile(join(folder, 'pid'), 'utf8')))).toBe(false);
  });

  test('says so of one that left by itself and had printed too much: what is kept is not all', async () => {
    const stdout = join(folder, 'out');
    const end = await runScript('process.stdout.write("x".repeat(100_000))', { stdout, maxOutputBytes: 1_000 });
    expect(end).toMatchObject({
      ended: 'flooded',
      problem: 'it was ended because it printed more than 1000 bytes on stdout',
    });
  });

  test('that prints too much twice into one file leaves one head and one tail there', async () => {
    const stdout = join(folder, 'out');
    const flood = (word: string) =>
      runScript(`process.stdout.write("${word} begins " + "x".repeat(100_000) + " ${word} ends")`, {
        stdout,
        maxOutputBytes: 100_010,
      });
    await flood('one');
    expect((await stat(stdout)).size).toBeLessThan(50_100);
    await flood('two');
    const kept = await readFile(stdout, 'utf8');
    expect(kept.length).toBeLessThan(50_100);
    expect(kept.replaceAll(/x+/g, 'x')).toMatch(
      /^one begins x\ndualgate removed \d+ bytes here: it printed too much\.\nx two ends$/,
    );
  });

  test('ends it and rejects when the disk is full', async () => {
    const script = 'fs.writeFileSync("pid", String(process.pid)); setInterval(() => console.log("x".repeat(1e5)), 10)';
    await expect(runScript(script, { stdout: '/dev/full' })).rejects.toThrow(/ENOSPC/);
    expect(isAlive(Number(await readFile(join(folder, 'pid'), 'utf8')))).toBe(false);
  });
});

describe('a program that cannot be started', () => {
  const missing = { ended: 'missing', exit_code: null, signal: null, ms: expect.any(Number), left_running: [] };

  test('is missing when nothing of that name is found', async () => {
    expect(await runScript('', { command: ['no-such-program-anywhere'] })).toEqual({
      ...missing,
      problem: 'no-such-program-anywhere was not found, or the interpreter in its first line was not',
    });
  });

  test('is missing when it is not executable', async () => {
    const program = join(folder, 'text');
    await writeFile(program, 'hello', { mode: 0o644 });
    expect(await runScript('', { command: [program] })).toEqual({
      ...missing,
      problem: `${program} is not executable`,
    });
  });

  test('is missing when its working directory does not exist, and the folder is blamed', async () => {
    const cwd = join(folder, 'nowhere');
    expect(await runScript('', { cwd })).toEqual({
      ...missing,
      problem: `the working directory ${cwd} is not a folder`,
    });
  });

  test('is missing when the command is empty', async () => {
    expect(await runScript('', { command: [] })).toEqual({ ...missing, problem: 'the command is empty' });
  });

  test('is missing when its arguments are too long', async () => {
    const end = await runScript('', { command: [process.execPath, '-e', '0', 'x'.repeat(4e6)] });
    expect(end).toMatchObject({ ...missing, problem: expect.stringMatching(/could not be started: .*E2BIG/) });
  });

  test('leaves its files closed and empty', async () => {
    const stdout = join(folder, 'out');
    await runScript('', { command: ['no-such-program-anywhere'], stdout });
    expect(await readFile(stdout, 'utf8')).toBe('');
  });
});
