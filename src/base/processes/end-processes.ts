/** Ends processes: SIGINT (agents still report), then SIGTERM, then SIGKILL, each after a bounded time, until none is found. */
import { setTimeout as wait } from 'node:timers/promises';

/** An environment variable with a unique value: every process with exactly this pair was started by one run. */
export interface Marker {
  readonly name: string;
  readonly value: string;
}

/** The pattern for an environment: a marker, or with `null` the name of one with any value. */
export interface Sought {
  readonly name: string;
  readonly value: string | null;
}

/** A process, distinguished by its start time from a later one with the same number. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Number of the session leader (of the group leader where sessions are unknown). */
  readonly session: number;
  /** Start time as the system writes it; only ever compared for equality. */
  readonly started: string;
  /** It has ended and was not reaped yet. */
  readonly dead: boolean;
  /** Whether the marker is in its environment; also false where that is not readable. */
  readonly carries: (sought: Sought) => boolean;
  /** Bytes of memory, of which other processes may use some too; 0 where that is unknown. */
  readonly memory: () => number;
  /** The same, with its share of what several processes use. */
  readonly ownMemory: () => number;
  /** Whether it ignores SIGINT; also false where that is unknown. */
  readonly ignoresInterrupt: () => boolean;
  /** Its command line, on one line, at most 200 characters. */
  readonly describe: () => string;
  /** Absolute: its working directory; `null` where unknown. */
  readonly cwd: () => string | null;
}

/** Reads the process table of the operating system again. */
export interface ProcessTable {
  /** All running ones; without dead ones. */
  readonly list: () => readonly RunningProcess[];
  /** The process of that number, dead or alive. */
  readonly read: (pid: number) => RunningProcess | null;
}

/** Whether both are the same process, and not two with the same number one after the other. */
export const isSameProcess = (one: RunningProcess, other: RunningProcess): boolean =>
  one.pid === other.pid && one.started === other.started;

export const shortenCommand = (command: string): string => {
  const line = command.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
};

/** Bounds of an ending, in milliseconds. */
export interface EndingBounds {
  /** For processes that are about to end by themselves. @default 0 */
  readonly waitMs?: number;
  /** Between SIGINT and SIGTERM, and again until SIGKILL. @default 2000 */
  readonly graceMs?: number;
  /** For killed processes to disappear; the system keeps any others. @default 2000 */
  readonly killMs?: number;
}

/** Searches the running processes again. It gets its last result: descent no longer finds a process whose parent has ended. */
type Find = (known: readonly RunningProcess[]) => readonly RunningProcess[];

/** Ends every process that `find` returns, also newly started ones, and names them as `pid command`. */
export const endProcesses = async (
  find: Find,
  { waitMs = 0, graceMs = 2_000, killMs = 2_000 }: EndingBounds = {},
): Promise<readonly string[]> => {
  const names = new Map<string, string>();
  const keyOf = (it: RunningProcess): string => `${it.pid} ${it.started}`;
  const name = (it: RunningProcess): void => {
    if (!names.has(keyOf(it))) names.set(keyOf(it), `${it.pid} ${it.describe()}`.trimEnd());
  };
  const sendOnce = (signal: Signal) => {
    const sent = new Set<string>();
    return (it: RunningProcess): void => {
      name(it);
      if (!sent.has(keyOf(it))) send(it, signal);
      sent.add(keyOf(it));
    };
  };

  const remaining = await watch(find, find([]), { forMs: waitMs, act: () => {} });
  const deaf = await watch(find, remaining, {
    forMs: graceMs,
    act: sendOnce('SIGINT'),
    // Background processes of a shell ignore SIGINT: waiting for them is pointless.
    isInVain: (running) => running.every((it) => it.ignoresInterrupt()),
  });
  const stubborn = await watch(find, deaf, { forMs: graceMs, act: sendOnce('SIGTERM') });
  await watch(find, stubborn, {
    forMs: killMs,
    act: (it) => {
      name(it);
      send(it, 'SIGKILL');
    },
  });
  return [...names.values()];
};

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

interface Step {
  readonly forMs: number;
  readonly act: (on: RunningProcess) => void;
  /** Ends the step early. */
  readonly isInVain?: (running: readonly RunningProcess[]) => boolean;
}

/** Acts on each running process, checks again at growing intervals, and returns those that still run at the end. */
const watch = async (
  find: Find,
  first: readonly RunningProcess[],
  { forMs, act, isInVain = () => false }: Step,
): Promise<readonly RunningProcess[]> => {
  const until = performance.now() + forMs;
  let running = first;
  for (
    let pauseMs = 5;
    running.length > 0 && !isInVain(running) && performance.now() < until;
    pauseMs = Math.min(2 * pauseMs, 100)
  ) {
    for (const it of running) act(it);
    await wait(pauseMs);
    running = find(running);
  }
  return running;
};

const send = ({ pid }: RunningProcess, signal: Signal): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Already ended, or owned by another user: the next check shows it.
  }
};
