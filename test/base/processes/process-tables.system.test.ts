import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linuxProcesses } from '../../../src/base/processes/linux-processes.ts';
import { psProcesses } from '../../../src/base/processes/find-processes.ts';
import { type ProcessTable, shortenCommand } from '../../../src/base/processes/end-processes.ts';

const hasPs = (() => {
  try {
    return execFileSync('ps', ['axeww', '-o', 'lstart='], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    return false;
  }
})();
const tables: readonly (readonly [string, ProcessTable, boolean])[] = [
  ['/proc (on Linux)', linuxProcesses, process.platform === 'linux'],
  ['ps (where there is one)', psProcesses, hasPs],
];

let folder = '';
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program in a session of its own and waits for its first word. */
const start = async (program: string, env: Record<string, string>): Promise<number> => {
  child = spawn(program, ['-e', 'console.log("up"); setInterval(() => {}, 1000)'], {
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout ?? child, 'data');
  return child.pid ?? 0;
};

for (const [name, table, isHere] of tables) {
  describe.skipIf(!isHere)(`the processes by ${name}`, () => {
    test('give parent, session, marker and command line', async () => {
      const pid = await start(process.execPath, { MARK: 'some value' });
      const found = table.list().find((it) => it.pid === pid);
      expect(found).toMatchObject({ pid, parent: process.pid, session: pid, dead: false });
      expect(found?.started).toBe(table.read(pid)?.started);
      expect(found?.carries({ name: 'MARK', value: 'some value' })).toBe(true);
      expect(found?.describe()).toBe(`${process.execPath} -e console.log("up"); setInterval(() => {}, 1000)`);
    });

    test('give no marker of another name or value', async () => {
      const pid = await start(process.execPath, { MARK: 'some value', XMARK: 'other' });
      const found = table.list().find((it) => it.pid === pid);
      expect(found?.carries({ name: 'MARK', value: 'other' })).toBe(false);
      expect(found?.carries({ name: 'MARK', value: 'some valu' })).toBe(false);
    });

    test('are read right when a program is named like the fields that follow its name', async () => {
      const program = join(folder, 'x) Z 1 (');
      await copyFile(process.execPath, program);
      const pid = await start(program, {});
      expect(table.list().find((it) => it.pid === pid)).toMatchObject({ parent: process.pid, session: pid });
    });

    test('have no entry for an unused number', () => {
      expect(table.read(2 ** 30)).toBe(null);
    });
  });
}

describe.skipIf(process.platform !== 'linux')('the processes of Linux', () => {
  test('have the marker of the program that they became, although they had none when they were looked at', async () => {
    const become = 'echo up; read -r word; MARK=v exec sh -c "echo again; read -r word"';
    const one = spawn('sh', ['-c', become], { env: { PATH: process.env['PATH'] }, stdio: ['pipe', 'pipe', 'ignore'] });
    child = one;
    const look = () =>
      linuxProcesses
        .list()
        .find(({ pid }) => pid === one.pid)
        ?.carries({ name: 'MARK', value: 'v' });
    await once(one.stdout, 'data');
    expect([look(), look()]).toEqual([false, false]);
    one.stdin.write('go\n');
    await once(one.stdout, 'data');
    expect([look(), look()]).toEqual([true, true]);
  });

  test.each([
    ['', false],
    ['trap "" TERM; ', false],
    ['trap "" INT; ', true],
  ])('tell whether an interrupt is lost on them: sh -c %j', async (trap, ignored) => {
    child = spawn('sh', ['-c', `${trap}echo up; exec sleep 60`], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout ?? child, 'data');
    expect(linuxProcesses.read(child.pid ?? 0)?.ignoresInterrupt()).toBe(ignored);
  });
});

describe('a command line in a report', () => {
  test('is one line of at most 200 characters, without control characters', () => {
    expect(shortenCommand('sh -c echo\n\tone\u001b[2J two ')).toBe('sh -c echo one [2J two');
    expect(shortenCommand('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`);
  });
});
