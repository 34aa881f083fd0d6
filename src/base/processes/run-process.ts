/**
 * Runs one program without a shell, in a session of its own, and ends it with everything that it started (rule 4.8).
 * The end of a program is its exit, not the closing of its pipes. It never judges the result.
 */
import { setImmediate as turnOfTheEventLoop, setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import {
  leaveProgram,
  startConversing,
  closeOutputFiles,
  followOutput,
  openOutputFiles,
  type Output,
} from './process-output.ts';
import { endProcesses, type RunningProcess } from './end-processes.ts';
import { findFamily, processTable } from './find-processes.ts';
import type { ProcessEnd, ProcessOptions } from './process-options.ts';
import { showBytes } from '../text/amounts.ts';
import { isFolder } from '../files/folders.ts';
import { isOfGroup, startAgain } from './watchdog.ts';
import { watchMemory } from './watch-memory.ts';

export type { ProcessEnd, ProcessOptions } from './process-options.ts';

/** For processes that are about to end by themselves after the program. */
const WAIT_MS = 200;
/** For reaping the program after everything else was ended. */
const REAP_MS = 1_000;
/** As `endProcesses` has it. */
const GRACE_MS = 2_000;
/** Hours of a talkative agent produce a tenth of it. */
const MAX_OUTPUT_BYTES = 256 * 1_048_576;
/** The longest time of a Node timer. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Runs a program to its end. Never rejects for anything that the program does.
 * @throws {OutputError} when the file of `stdout` or `stderr` cannot be written; the program is ended first.
 */
export const runProcess = async (options: ProcessOptions): Promise<ProcessEnd> => {
  const began = performance.now();
  const report = (end: Pick<ProcessEnd, 'ended'> & Partial<ProcessEnd>): ProcessEnd => {
    return { exit_code: null, signal: null, ms: Math.round(performance.now() - began), left_running: [], ...end };
  };

  const files = await openOutputFiles(options.stdout, options.stderr);
  const isAborted = (): boolean => options.signal?.aborted === true;
  if (isAborted()) {
    await closeOutputFiles(files);
    return report({ ended: 'cancelled' });
  }
  const maxBytes = options.maxOutputBytes ?? MAX_OUTPUT_BYTES;
  const { conversing, stays, graceMs = GRACE_MS } = options;
  const begin = async () => {
    const child = start(options);
    if (child.pid === undefined) return { child, pid: null };
    const { pid } = child;
    // Before the event loop can reap it: later the number may belong to another process.
    const root = processTable.read(pid);
    const exit = new Promise<Pick<ProcessEnd, 'exit_code' | 'signal'>>((resolve) => {
      child.once('exit', (exit_code: number | null, signal: string | null) => resolve({ exit_code, signal }));
    });
    const outputs = [
      followOutput(child.stdout, files.stdout, { onChunk: options.onStdout, maxBytes }),
      followOutput(child.stderr, files.stderr, { onChunk: options.onStderr, maxBytes }),
    ];
    const said = [
      ...(conversing === undefined ? [] : [startConversing(child.stdin, conversing).then(() => 'said' as const)]),
      ...(stays === undefined ? [] : [stays.then(() => 'stayed' as const)]),
    ];
    const family = (known: readonly RunningProcess[]) => findFamily({ root, marker: options.marker, known });
    const memory = options.memory === undefined ? null : watchMemory(pid, family, options.memory);
    const exceeded = memory === null ? [] : [memory.exceeded];
    const way = await waitForEnd([exit.then(() => 'exited' as const), ...said, ...exceeded], outputs, options);
    memory?.end();
    const signal = way === 'exited' ? (await exit).signal : null;
    return { child, pid, family, exit, outputs, way, memory, signal };
  };
  const begun = await startAgain(begin, options.signal);
  if (begun.pid === null) {
    await closeOutputFiles(files);
    return report({ ended: 'missing', problem: await describeStartProblem(await begun.child, options) });
  }
  const { child, pid, family, exit, outputs, way, memory } = begun;
  options.onEnd?.();
  const isDone = way === 'said' || way === 'stayed';
  if (isDone) await leaveProgram(child, exit, graceMs);
  else if (way !== 'exited' && way !== 'out_of_memory' && conversing !== undefined)
    await Promise.race([conversing.cancel(), exit, wait(graceMs, {}, { ref: false })]);
  // The same signal ends this process, or its group: the program did not fail.
  const isCaught = way === 'exited' && isAborted() && isOfGroup(begun.signal);
  const ended = isDone ? 'exited' : isCaught ? 'cancelled' : way;
  const left_running = await endProcesses(family, {
    waitMs: ended === 'exited' ? WAIT_MS : 0,
    // Until then it would use more.
    graceMs: ended === 'out_of_memory' ? 0 : graceMs,
  });
  child.kill('SIGKILL');
  const reaped = await Promise.race([exit, wait(REAP_MS, {}, { ref: false })]);
  // Its work was done before it was ended.
  const left = isDone ? { exit_code: 0 } : reaped;
  child.stdin.destroy();
  await Promise.all(outputs.map((output) => output.close()));
  const others = left_running.filter((it) => !it.startsWith(`${pid} `));
  const flooded = outputs.findIndex((output) => output.isFlooded());
  const stayed = way === 'stayed' ? { problem: 'it stayed after its work, and was ended' } : {};
  const spent = ended === 'out_of_memory' ? { problem: memory?.describe() ?? '' } : {};
  if (flooded < 0 || ended === 'cancelled' || ended === 'out_of_memory')
    return report({ ended, ...left, ...stayed, ...spent, left_running: others });
  // A program that exited by itself meanwhile also printed more than was kept.
  const problem = `it was ended because it printed more than ${showBytes(maxBytes)} on ${flooded === 0 ? 'stdout' : 'stderr'}`;
  return report({ ended: 'flooded', ...left, problem, left_running: others });
};

/** execa's `cleanup`, `timeout` and `cancelSignal` handle one process only, none that is detached: they are implemented here. */
const start = ({ command: [program = '', ...args], cwd, env, input = '', conversing, marker }: ProcessOptions) => {
  return execa(program, args, {
    cwd,
    env: marker === null ? env : { ...env, [marker.name]: marker.value },
    extendEnv: false,
    ...(conversing === undefined ? { input } : { stdin: 'pipe' as const }),
    detached: true,
    cleanup: false,
    reject: false,
    buffer: false,
  });
};

/** The first one counts; a file that can no longer be written ends the program like a cancellation. */
const waitForEnd = async (
  ends: readonly Promise<'exited' | 'said' | 'stayed' | 'out_of_memory'>[],
  outputs: readonly Output[],
  { timeoutMs, signal }: ProcessOptions,
): Promise<'exited' | 'said' | 'stayed' | 'timed_out' | 'cancelled' | 'flooded' | 'out_of_memory'> => {
  const over = new AbortController();
  const cancelled = new Promise<'cancelled'>((resolve) => {
    const cancel = () => resolve('cancelled');
    signal?.addEventListener('abort', cancel, { once: true, signal: over.signal });
    for (const { failed } of outputs) void failed.then(cancel);
  });
  const timedOut = wait(Math.min(timeoutMs, MAX_TIMER_MS), 'timed_out' as const, { signal: over.signal }).then(
    async (it) => {
      // After a pause of this process a late timer comes before an earlier exit: the exit counts.
      await turnOfTheEventLoop();
      return it;
    },
  );
  timedOut.catch(() => {});
  try {
    const flooded = outputs.map((output) => output.flooded);
    return await Promise.race([...ends, timedOut, cancelled, ...flooded]);
  } finally {
    over.abort();
  }
};

/** The system's answer: `code` as in Node (`ENOENT`), `message` without our own words. */
interface StartFailure {
  readonly code?: string | undefined;
  readonly originalMessage?: string | undefined;
}

/** One sentence without a full stop. */
const describeStartProblem = async (
  { code, originalMessage }: StartFailure,
  { command, cwd }: { readonly command: readonly string[]; readonly cwd: string },
): Promise<string> => {
  const [program = ''] = command;
  if (program === '') return 'the command is empty';
  if (!isFolder(cwd)) return `the working directory ${cwd} is not a folder`;
  if (code === 'ENOENT') return `${program} was not found, or the interpreter in its first line was not`;
  if (code === 'EACCES') return `${program} is not executable`;
  return `${program} could not be started: ${originalMessage ?? code ?? 'the system gives no reason'}`;
};
