import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startWatchdog } from '../../../src/base/processes/watchdog.ts';
import { fileMark } from '../../left-running.ts';

const WATCHDOG = resolve(import.meta.dirname, '../../../src/base/processes/watchdog.ts');
const BOUND = { timeout: 20_000, interval: 20 };

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watchdog-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const touch = (path: string): readonly string[] => ['touch', path];
const env = () => ({ PATH: process.env['PATH'], ...fileMark() });
const refuse = (why: string): never => {
  throw new Error(why);
};

/** A Node that starts a watchdog, and then does this. */
const startOther = async (then: string) => {
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: WATCHDOG,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'watchdog.mjs' } },
    },
  });
  const options = JSON.stringify({ command: touch(join(folder, 'acted')), env: env() });
  writeFileSync(
    join(folder, 'other.mjs'),
    `import { startWatchdog } from './watchdog.mjs';
    const watchdog = startWatchdog({ ...${options}, onProblem: console.error });
    ${then}`,
  );
  return spawn(process.execPath, [join(folder, 'other.mjs')], { env: env(), stdio: ['ignore', 'pipe', 'ignore'] });
};

describe('a watchdog', () => {
  test('that is ended runs no command, and has ended by then', async () => {
    const watchdog = startWatchdog({ command: touch(join(folder, 'acted')), env: env(), onProblem: refuse });
    await watchdog.end();
    await watchdog.end();
    expect(existsSync(join(folder, 'acted'))).toBe(false);
  });

  test.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
    ['crashes', "throw new Error('as asked');"],
    ['exits', 'process.exit(0);'],
    ['has nothing to do any more', ''],
  ])('runs its command when its process %s', async (_, then) => {
    await startOther(then);
    await vi.waitFor(() => expect(existsSync(join(folder, 'acted'))).toBe(true), BOUND);
  });

  test('runs none as long as its process is only stopped', async () => {
    const other = await startOther(
      "console.log('stopping'); process.kill(process.pid, 'SIGSTOP'); await watchdog.end();",
    );
    await new Promise((heard) => other.stdout.once('data', heard));
    expect(existsSync(join(folder, 'acted'))).toBe(false);
    const ended = new Promise((gone) => other.once('exit', gone));
    await vi.waitFor(() => {
      other.kill('SIGCONT');
      expect(other.exitCode).toBe(0);
    }, BOUND);
    await ended;
    expect(existsSync(join(folder, 'acted'))).toBe(false);
  });

  test('that the system cannot start says why, and can be ended', async () => {
    const problems: string[] = [];
    // More than any system takes.
    const watchdog = startWatchdog({
      command: ['x'.repeat(4_000_000)],
      env: env(),
      onProblem: (why) => problems.push(why),
    });
    await watchdog.end();
    expect(problems).toEqual([expect.stringContaining('E2BIG')]);
  });
});
