/**
 * Ends processes: first asked (SIGTERM), after a bounded grace killed (SIGKILL), until none of them is found any more.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningProcess } from './running-process.ts';

/** Bounds of an ending, in milliseconds. */
export interface EndingBounds {
  /** For what is about to end by itself. @default 0 */
  readonly settleMs?: number;
  /** Between being asked and being killed. @default 2000 */
  readonly graceMs?: number;
  /** For the killed to be gone; what survives that is left to the system. @default 2000 */
  readonly killMs?: number;
}

/**
 * Looks anew at what runs. It is given what it found before: a process whose parent was ended meanwhile can no longer
 * be found by descent.
 */
export type Find = (known: readonly RunningProcess[]) => readonly RunningProcess[];

/** Ends whatever `find` finds, what is started meanwhile included, and names it as `pid command`. */
export const endProcesses = async (
  find: Find,
  { settleMs = 0, graceMs = 2_000, killMs = 2_000 }: EndingBounds = {},
): Promise<readonly string[]> => {
  const names = new Map<string, string>();
  const isNamed = (it: RunningProcess): boolean => {
    const key = `${it.pid} ${it.started}`;
    if (names.has(key)) return true;
    names.set(key, `${it.pid} ${it.describe()}`.trimEnd());
    return false;
  };

  const unsettled = await watch(find, find([]), settleMs, () => {});
  const stubborn = await watch(find, unsettled, graceMs, (it) => {
    if (!isNamed(it)) send(it, 'SIGTERM');
  });
  await watch(find, stubborn, killMs, (it) => {
    isNamed(it);
    send(it, 'SIGKILL');
  });
  return [...names.values()];
};

/** Acts on each that runs, looks again at growing intervals, and gives back what still runs when the time is up. */
const watch = async (
  find: Find,
  first: readonly RunningProcess[],
  forMs: number,
  act: (on: RunningProcess) => void,
): Promise<readonly RunningProcess[]> => {
  const until = performance.now() + forMs;
  let running = first;
  for (let pauseMs = 5; running.length > 0 && performance.now() < until; pauseMs = Math.min(2 * pauseMs, 100)) {
    for (const it of running) act(it);
    await wait(pauseMs);
    running = find(running);
  }
  return running;
};

const send = ({ pid }: RunningProcess, signal: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone since it was found, or not ours to end: the next look tells.
  }
};
