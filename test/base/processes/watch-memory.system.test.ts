import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runProcess } from '../../../src/base/processes/run-process.ts';
import { limitOf } from '../../../src/base/processes/watch-memory.ts';
import { EATER } from '../../an-eater.ts';
import { fileMark } from '../../left-running.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const runWithin = (command: readonly string[], bytes = 2e8) =>
  runProcess({
    command,
    cwd: folder,
    env: { PATH: process.env['PATH'], ...fileMark() },
    stdout: join(folder, 'stdout'),
    timeoutMs: 30_000,
    memory: { bytes, key: 'tests.memory' },
    marker: null,
  });

const OVER = {
  ended: 'out_of_memory',
  exit_code: null,
  signal: 'SIGKILL',
  problem: expect.stringMatching(
    /^out of memory: used (?:[2-9]\d\d MB|1\.\d GB); the limit is 200 MB \(tests\.memory\)$/,
  ),
};

describe('a program that allocates without end', () => {
  test('is ended at its limit, at once and whatever it ignores, and its end says what it used', async () => {
    const deaf = `process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); ${EATER}`;
    expect(await runWithin([process.execPath, '-e', deaf])).toMatchObject(OVER);
  });

  test('is ended with a child in a session of its own, which allocates in its place', async () => {
    const parent = `const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(EATER)}], { detached: true, stdio: 'ignore' });`;
    const end = await runWithin([process.execPath, '-e', parent]);
    expect(end).toMatchObject(OVER);
    expect(end.left_running).toHaveLength(1);
  });
});

describe('a program within its limit', () => {
  test('ends by itself', async () => {
    const script = `const kept = Buffer.alloc(8e7, 1); setTimeout(() => console.log(kept.length), 1_200);`;
    expect(await runWithin([process.execPath, '-e', script])).toMatchObject({ ended: 'exited', exit_code: 0 });
  });

  test('may share more with its children than the limit has room for when it is counted for each', async () => {
    const script = [
      'import mmap, os, time',
      'shared = mmap.mmap(-1, 100_000_000)',
      'for _ in range(100): shared.write(b"x" * 1_000_000)',
      'children = []',
      'for _ in range(3):',
      '    child = os.fork()',
      '    if child == 0:',
      '        sum(shared[at] for at in range(0, 100_000_000, 4096))',
      '        time.sleep(1.5)',
      '        os._exit(0)',
      '    children.append(child)',
      'for child in children: os.waitpid(child, 0)',
    ].join('\n');
    expect(await runWithin(['python3', '-c', script])).toMatchObject({ ended: 'exited', exit_code: 0 });
  });

  test.runIf(process.platform === 'linux')('comes first when the system itself has no memory left', async () => {
    const script = `const look = () => fs.readFileSync('/proc/self/oom_score_adj', 'utf8').trim();
      const until = Date.now() + 10_000;
      const ask = () => { if (look() === '1000' || Date.now() > until) console.log(look()); else setTimeout(ask, 5); }; ask();`;
    await runWithin([process.execPath, '-e', script]);
    expect(await readFile(join(folder, 'stdout'), 'utf8')).toBe('1000\n');
    expect(await readFile('/proc/self/oom_score_adj', 'utf8')).not.toBe('1000\n');
  });
});

test('without a limit of the config, three quarters of what is free are the limit, and at least 2 GB', () => {
  expect(limitOf(3e8)).toBe(3e8);
  expect(limitOf(null)).toBeGreaterThanOrEqual(2e9);
  expect(limitOf(null)).toBeLessThanOrEqual(Math.max(2e9, freemem()));
});
