import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { LockError } from '../../src/ledger/ledger-error.ts';
import { hashBytes } from '../../src/ledger/ledger-record.ts';
import { readLock } from '../../src/ledger/lock-file.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { readProcessStart, readProcessTable } from '../../src/base/processes/process-start.ts';
import { bundleChild } from './bundle-child.ts';
import { makeTempFolder, STILL } from './temp-folder.ts';

const SINCE = '2025-01-02T03:04:05.678Z';

/** Starts a process, waits for its end and gives its number, which then belongs to nobody. */
const findDeadPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? 0;
};

const writeHolder = (path: string, holder: object): void =>
  writeFileSync(
    path,
    JSON.stringify({ run: 'old', pid: 1, start: null, host: hostname(), since: SINCE, token: 't', ...holder }),
  );

/** Guard for which all takers of this very stale lock compete. */
const findGuard = (path: string): string => `${path}.${hashBytes(readFileSync(path, 'utf8')).slice(0, 16)}`;

const catchLock = (attempt: () => unknown): LockError => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof LockError) return error;
    throw error;
  }
  throw new Error('the lock was given');
};

describe('the lock of a workspace', () => {
  test('refuses a second run, and names the first', () => {
    const path = join(makeTempFolder(), 'lock');
    takeLock(path, { run: 'one', ...STILL });
    const error = catchLock(() => takeLock(path, { run: 'two', ...STILL }));
    expect(error).toMatchObject({
      name: 'LockError',
      code: 'E_LOCKED',
      path,
      pid: process.pid,
      run: 'one',
      since: SINCE,
      message: `Cannot take the lock ${path}: run one has locked it (pid ${process.pid}, since ${SINCE}). Wait until it ends, or stop it: dualgate stop.`,
    });
  });

  test('can be taken again when it was released, and leaves nothing behind', () => {
    const folder = makeTempFolder();
    const path = join(folder, 'lock');
    takeLock(path, { run: 'one', ...STILL }).release();
    expect(readdirSync(folder)).toEqual([]);
    takeLock(path, { run: 'two', ...STILL });
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(readLock(path)).toMatchObject({ run: 'two', pid: process.pid, since: SINCE, live: true });
  });

  test('has no holder while there is no file', () => expect(readLock(join(makeTempFolder(), 'lock'))).toBeNull());

  test('is a regular file, or the workspace is refused: a replacement by an agent blocks no process', () => {
    const path = join(makeTempFolder(), 'lock');
    symlinkSync('/dev/null', path);
    expect(() => readLock(path)).toThrow(
      new LockError(`Cannot read the lock ${path}: it is not a regular file. Check the path and its permissions.`, {
        path,
      }),
    );
  });

  test('of a process that is gone is taken over', async () => {
    const folder = makeTempFolder();
    const path = join(folder, 'lock');
    writeHolder(path, { pid: await findDeadPid() });
    expect(readLock(path)).toMatchObject({ run: 'old', live: false });
    takeLock(path, { run: 'new', ...STILL });
    expect(readLock(path)).toMatchObject({ run: 'new', live: true });
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  test.skipIf(readProcessStart(process.pid) === null)(
    'of a process whose number now belongs to another one is taken over (needs /proc)',
    () => {
      const path = join(makeTempFolder(), 'lock');
      writeHolder(path, { pid: process.pid, start: 'another-boot:1' });
      takeLock(path, { run: 'new', ...STILL });
      expect(readLock(path)).toMatchObject({ run: 'new', live: true });
    },
  );

  test.skipIf(readProcessStart(process.pid) === null)('of a zombie is taken over (needs /proc)', async () => {
    const path = join(makeTempFolder(), 'lock');
    // The shell becomes a sleeper that never asks after its child, so the child stays as a zombie when its input ends.
    const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60']);
    const { value: first } = await createInterface(parent.stdout)[Symbol.asyncIterator]().next();
    const pid = Number(first);
    while (!readFileSync(`/proc/${parent.pid}/stat`, 'utf8').includes('(sleep)')) await new Promise(setImmediate);
    parent.stdin.end();
    while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await new Promise(setImmediate);
    writeHolder(path, { pid });
    const before = readLock(path);
    takeLock(path, { run: 'new', ...STILL });
    parent.kill('SIGKILL');
    expect(before).toMatchObject({ run: 'old', live: false });
    expect(readLock(path)).toMatchObject({ run: 'new' });
  });

  test('of another machine is never taken over, since its state is unknown', async () => {
    const path = join(makeTempFolder(), 'lock');
    writeHolder(path, { pid: await findDeadPid(), host: 'elsewhere.invalid' });
    expect(catchLock(() => takeLock(path, { run: 'new', ...STILL })).message).toMatch(
      /on elsewhere\.invalid, since .* If you are certain that the run is over, delete the lock\.$/,
    );
  });

  test.skipIf(readProcessTable() === null)(
    'of this machine under another name, which it had in another network, is told by its process (needs /proc)',
    async () => {
      const path = join(makeTempFolder(), 'lock');
      const here = { host: 'elsewhere.invalid', table: readProcessTable() };
      writeHolder(path, { ...here, pid: process.pid, start: readProcessStart(process.pid) });
      expect(catchLock(() => takeLock(path, { run: 'new', ...STILL }))).toMatchObject({ run: 'old', pid: process.pid });
      writeHolder(path, { ...here, table: `${readProcessTable()}1`, pid: await findDeadPid() });
      expect(catchLock(() => takeLock(path, { run: 'new', ...STILL }))).toMatchObject({ run: 'old' });
      writeHolder(path, { ...here, pid: await findDeadPid() });
      takeLock(path, { run: 'new', ...STILL });
      expect(readLock(path)).toMatchObject({ run: 'new', live: true });
    },
  );

  test.each(['', '{}', 'null', '{"run":"x","pid":-1}'])('that says %j is refused and not taken for none', (text) => {
    const path = join(makeTempFolder(), 'lock');
    writeFileSync(path, text);
    const message = `Cannot read the lock ${path}: it does not name its holder. If no run is active, delete it.`;
    expect(catchLock(() => takeLock(path, { run: 'new', ...STILL })).message).toBe(message);
    expect(catchLock(() => readLock(path)).message).toBe(message);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test('that another run took in the meantime is not released', () => {
    const path = join(makeTempFolder(), 'lock');
    const first = takeLock(path, { run: 'one', ...STILL });
    writeHolder(path, { run: 'two' });
    first.release();
    expect(existsSync(path)).toBe(true);
  });

  test('is given to exactly one of eight processes that find the same stale one', async () => {
    const rounds = 6;
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const folder = makeTempFolder();
    const program = await bundleChild('take-locks', folder);
    const dead = await findDeadPid();
    for (let round = 0; round < rounds; round += 1) {
      writeHolder(join(folder, `lock-${round}`), { pid: dead, token: `t${round}` });
    }
    const children = names.map((name) => spawn(process.execPath, [program, folder, name, String(rounds), ...names]));
    const outcomes = await Promise.all(
      children.map(async ({ stdout }) => {
        const lines: string[] = [];
        for await (const line of createInterface(stdout)) {
          if (line === 'done') break;
          lines.push(line);
        }
        return lines;
      }),
    );
    for (const child of children) child.stdin.end();
    const wanted = Array.from({ length: rounds }, (_, round) => [
      ...names.slice(1).map(() => `${round} E_LOCKED`),
      `${round} won`,
    ]);
    const seen = wanted.map((_, round) => outcomes.map((lines) => lines[round] ?? '').toSorted());
    expect(seen).toEqual(wanted);
  });

  test('is taken over although somebody died in the middle of taking it over', async () => {
    const folder = makeTempFolder();
    const path = join(folder, 'lock');
    const dead = await findDeadPid();
    writeHolder(path, { pid: dead });
    writeHolder(findGuard(path), { pid: dead, token: 'guard' });
    takeLock(path, { run: 'new', ...STILL });
    expect(readdirSync(folder)).toEqual(['lock']);
    expect(readLock(path)).toMatchObject({ run: 'new', live: true });
  });

  test('is left alone while another one that lives is about to take it over', async () => {
    const path = join(makeTempFolder(), 'lock');
    writeHolder(path, { pid: await findDeadPid() });
    const stale = readFileSync(path, 'utf8');
    writeHolder(findGuard(path), { run: 'other', pid: process.pid, start: readProcessStart(process.pid) });
    expect(catchLock(() => takeLock(path, { run: 'new', ...STILL })).run).toBe('other');
    expect(readFileSync(path, 'utf8')).toBe(stale);
  });
});
