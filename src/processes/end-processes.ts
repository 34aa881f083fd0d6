/**
 * Ends processes: interrupted (SIGINT, on which agents still say how far they came), then asked (SIGTERM), then killed
 * (SIGKILL), each after a bounded grace, until none of them is found any more.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningProcess } from './running-process.ts';

/** Bounds of an ending, in milliseconds. */
export interface EndingBounds {
  /** For what is about to end by itself. @default 0 */
  readonly settleMs?: number;
  /** Between being interrupted and being asked, and again until being killed. @default 2000 */
  readonly graceMs?: number;
  /** For the killed to be gone; what survives that is left to the system. @default 2000 */
  readonly killMs?: number;
}

/**
 * Looks anew at what runs. It is given what it found before: a process whose parent was ended meanwhile can no longer
 * be found by descent.
 */
type Find = (known: readonly RunningProcess[]) => readonly RunningProcess[];

/** Ends whatever `find` finds, what is started meanwhile included, and names it as `pid command`. */
export const endProcesses = async (
  find: Find,
  { settleMs = 0, graceMs = 2_000, killMs = 2_000 }: EndingBounds = {},
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

  const unsettled = await watch(find, find([]), { forMs: settleMs, act: () => {} });
  const deaf = await watch(find, unsettled, {
    forMs: graceMs,
    act: sendOnce('SIGINT'),
    // What a shell starts in the background ignores interrupts: nothing is gained by waiting for it.
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
  /** Ends the step before its time. */
  readonly isInVain?: (running: readonly RunningProcess[]) => boolean;
}

/** Acts on each that runs, looks again at growing intervals, and gives back what still runs when the time is up. */
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
    // Gone since it was found, or not ours to end: the next look tells.
  }
};
