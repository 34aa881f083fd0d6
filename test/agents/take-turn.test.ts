import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, afterEach, beforeEach } from 'vitest';
import { makeAgentEnvironment, takeTurn, type TurnOptions } from '../../src/agents/take-turn.ts';
import { EATER } from '../an-eater.ts';
import { linuxProcesses } from '../../src/base/processes/linux-processes.ts';

describe('take turn', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
    await mkdir(join(folder, 'work space'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A turn of an agent that is a Node script; a test states only the options that matter. */
  const turnOf = (script: string, options: Partial<TurnOptions> = {}) =>
    takeTurn({
      command: [process.execPath, '-e', script],
      workspace: join(folder, 'work space'),
      prompt: 'the prompt',
      timeoutMs: 20_000,
      env: { DUALGATE_RUN: randomUUID(), DUALGATE_PHASE: 'RED', DUALGATE_ITERATION: '2', DUALGATE_NONCE: 'n-1' },
      transcript: { stdout: join(folder, 'stdout'), stderr: join(folder, 'stderr'), said: join(folder, 'said') },
      ...options,
    });
  const said = (stream: 'stdout' | 'stderr') => readFile(join(folder, stream), 'utf8');
  const ms = expect.any(Number);

  describe('a turn', () => {
    test('gives the agent prompt, workspace and environment, and keeps both streams apart', async () => {
      const script = `process.stdin.on('data', (it) => console.log(String(it), process.cwd(),
      Object.keys(process.env).filter((it) => it.startsWith('DUALGATE_')).sort().join(), process.env.VITEST));
      console.error('thinking')`;
      expect(await turnOf(script)).toEqual({ outcome: 'ok', exit_code: 0, ms });
      const names = 'DUALGATE_ITERATION,DUALGATE_NONCE,DUALGATE_PHASE,DUALGATE_RUN';
      expect(await said('stdout')).toBe(`the prompt ${join(folder, 'work space')} ${names} undefined\n`);
      expect(await said('stderr')).toBe('thinking\n');
    });

    test('shows the output as it comes, under the name of its stream; only stdout is read for a signal', async () => {
      const seen: string[] = [];
      const received: string[] = [];
      await turnOf('process.stdout.write("a"); process.stderr.write("b")', {
        onOutput: (stream, chunk) => seen.push(`${stream}: ${chunk.toString()}`),
        onMessage: (chunk) => received.push(chunk.toString()),
      });
      expect(seen.toSorted()).toEqual(['stderr: b', 'stdout: a']);
      expect(received).toEqual(['a']);
    });

    test('is empty when the agent ends well and says nothing, or blanks only', async () => {
      expect(await turnOf('')).toEqual({ outcome: 'empty', exit_code: 0, ms });
      expect(await turnOf('console.log(" \\t\\r\\n\\n")')).toEqual({ outcome: 'empty', exit_code: 0, ms });
    });

    test('that uses more memory than it may is crashed, whatever it said before', async () => {
      const turn = await turnOf(`console.log("EXIT_SIGNAL: true"); ${EATER}`, {
        memory: { bytes: 2e8, key: 'agent.memory' },
      });
      expect(turn).toMatchObject({ outcome: 'crashed', exit_code: null });
      expect(turn.error?.message).toMatch(/^out of memory: used .+; the limit is 200 MB \(agent\.memory\)$/);
    });

    test('is empty when the agent speaks on stderr alone', async () => {
      expect(await turnOf('console.error("EXIT_SIGNAL: true")')).toEqual({ outcome: 'empty', exit_code: 0, ms });
    });

    test('is a crash when the agent exits non-zero, whatever it said', async () => {
      expect(await turnOf('console.log("done"); process.exitCode = 1')).toEqual({
        outcome: 'crashed',
        exit_code: 1,
        ms,
      });
    });

    test('takes the last meaningful line of stderr for a crash without another message', async () => {
      const script = 'console.error("warming up"); throw new Error("\\u001b[31mno such model\\u202e")';
      expect(await turnOf(script)).toEqual({
        outcome: 'crashed',
        exit_code: 1,
        error: { kind: 'other', message: 'Error: no such model', resets_at: null },
        ms,
      });
    });

    test('is a crash when a signal ends the agent', async () => {
      const turn = await turnOf('console.log("done"); process.kill(process.pid, "SIGKILL")');
      expect(turn).toEqual({ outcome: 'crashed', exit_code: null, ms });
    });

    test('is missing when there is no such program, and stderr says why', async () => {
      expect(await turnOf('', { command: ['no-such-agent'] })).toEqual({ outcome: 'missing', exit_code: null, ms });
      expect(await said('stdout')).toBe('');
      expect(await said('stderr')).toBe(
        'dualgate: no-such-agent was not found, or the interpreter in its first line was not\n',
      );
    });

    test('is timed out even when the agent exits 0 on being interrupted', async () => {
      // A shell listens at once, and one that reads starts nothing that would be left running.
      const script = 'trap "exit 0" INT; mkfifo ../pipe; exec 3<>../pipe; echo done; read -r _ <&3';
      expect(await turnOf('', { command: ['sh', '-c', script], timeoutMs: 1_500 })).toEqual({
        outcome: 'timed_out',
        which: 'wall',
        exit_code: 0,
        ms,
      });
    });

    test('is a crash without an exit code when it was cancelled', async () => {
      const controller = new AbortController();
      const script = 'process.on("SIGTERM", () => process.exit(0)); console.log("up"); setInterval(() => {}, 1000)';
      const turn = await turnOf(script, { signal: controller.signal, onOutput: () => controller.abort() });
      expect(turn).toEqual({ outcome: 'crashed', exit_code: null, ms });
    });

    test('takes a prompt of a megabyte that the agent does not read', async () => {
      const turn = await turnOf('console.log("done")', { prompt: 'x'.repeat(1e6) });
      expect(turn).toEqual({ outcome: 'ok', exit_code: 0, ms });
    });

    test('rejects when the transcript cannot be kept', async () => {
      const transcript = {
        stdout: join(folder, 'nowhere', 'out'),
        stderr: join(folder, 'stderr'),
        said: join(folder, 'said'),
      };
      await expect(turnOf('', { transcript })).rejects.toThrow(/ENOENT/);
    });
  });

  describe('a turn that is silent for too long', () => {
    test('is timed out, and says by which of the two limits', async () => {
      const turn = await turnOf('console.log("done"); setInterval(() => {}, 1000)', { idleTimeoutMs: 500 });
      expect(turn).toEqual({ outcome: 'timed_out', which: 'idle', exit_code: null, ms });
      expect(turn.ms).toBeLessThan(10_000);
    });

    test('is not silent while it prints, be it on stderr, be it without a newline', async () => {
      const script = 'for i in 1 2 3 4 5 6; do printf . >&2; sleep 0.2; printf .; sleep 0.2; done';
      expect(await turnOf('', { command: ['sh', '-c', script], idleTimeoutMs: 1_500 })).toEqual({
        outcome: 'ok',
        exit_code: 0,
        ms,
      });
    });

    test('is a crash, and no time-out, when it was cancelled before', async () => {
      const controller = new AbortController();
      const turn = await turnOf('console.log("up"); setInterval(() => {}, 1000)', {
        idleTimeoutMs: 60_000,
        signal: controller.signal,
        onOutput: () => controller.abort(),
      });
      expect(turn).toEqual({ outcome: 'crashed', exit_code: null, ms });
    });
  });

  describe.skipIf(process.platform !== 'linux')('a turn whose agent leaves something running (on Linux)', () => {
    test('ends a tool that was left in a session of its own, and names it', async () => {
      const tool = 'setInterval(() => {}, 1000)';
      const script = `const it = child_process.spawn(process.execPath, ['-e', '${tool}'], { detached: true, stdio: 'inherit' });
      it.unref(); console.log(it.pid)`;
      const turn = await turnOf(script);
      const pid = Number(await said('stdout'));
      expect(turn).toEqual({
        outcome: 'ok',
        exit_code: 0,
        ms,
        left_running: [`${pid} ${process.execPath} -e ${tool}`],
      });
      expect(linuxProcesses.read(pid)?.dead ?? true).toBe(true);
    });
  });
});

describe("the agent's environment", () => {
  test("is the user's own, with what the loop adds", () => {
    const own = {
      PATH: '/bin',
      HOME: '/home/ann',
      ANTHROPIC_API_KEY: 'k',
      GIT_AUTHOR_NAME: 'Ann',
      NODE_OPTIONS: '--x',
    };
    expect(makeAgentEnvironment(own, { DUALGATE_RUN: 'r1' })).toEqual({ ...own, DUALGATE_RUN: 'r1' });
  });

  test('has nothing of an outer dualgate, whose nonce would be good for another iteration', () => {
    const outer = { DUALGATE_RUN: 'outer', DUALGATE_NONCE: 'n', DUALGATE_SIGNAL: '/x', DUALGATE_PHASE: 'RED' };
    expect(makeAgentEnvironment(outer, { DUALGATE_RUN: 'r1' })).toEqual({ DUALGATE_RUN: 'r1' });
  });

  test('has nothing of a test runner or a git hook that started us', () => {
    const around = {
      VITEST: 'true',
      VITEST_WORKER_ID: '1',
      NODE_TEST_CONTEXT: 'child',
      JEST_WORKER_ID: '1',
      MOCHA_WORKER_ID: '0',
      TEST_PARALLEL_INDEX: '0',
      GIT_DIR: '.git',
      GIT_INDEX_FILE: 'index',
      GIT_PREFIX: '',
    };
    expect(makeAgentEnvironment(around, {})).toEqual({});
  });

  test('has what the config adds, even under such a name', () => {
    expect(makeAgentEnvironment({ GIT_DIR: 'hook' }, { GIT_DIR: 'asked for' })).toEqual({ GIT_DIR: 'asked for' });
  });
});
