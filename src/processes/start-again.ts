/**
 * A program that a signal of the terminal ended before it was one: between fork and setsid a child still belongs to the group
 * of this process, and gets its Ctrl+C, its closed terminal and its SIGTERM (docs/decisions/0073). It has done nothing, so that it
 * is started again.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';

/** Those that a terminal, a shell or the system sends to a whole group. */
const OF_A_GROUP: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'];

/** Whether it may have been meant for the group of this process. */
export const isOfGroup = (signal: string | null): boolean => OF_A_GROUP.some((each) => each === signal);

/** From the fork to the session of its own: microseconds, on a busy machine milliseconds. */
const WINDOW_MS = 2_000;
/** The end of the child may be seen before the signal of this process. */
const HEARING_MS = 500;
/** Each of them was ended by another signal of a person. */
const MOST_TRIES = 200;

/** When this process last received it. */
const heard = new Map<string, number>();
const listening = new Map<NodeJS.Signals, () => void>();
let users = 0;

/** Only beside a listener of another part: alone, it would keep the signal from ending this process. */
const listen = (): void => {
  users += 1;
  for (const signal of OF_A_GROUP) {
    if (listening.has(signal) || process.listenerCount(signal) === 0) continue;
    const hear = () => void heard.set(signal, performance.now());
    listening.set(signal, hear);
    process.on(signal, hear);
  }
};

const leave = (): void => {
  users -= 1;
  if (users > 0) return;
  for (const [signal, hear] of listening) process.removeListener(signal, hear);
  listening.clear();
};

/** Whether this process received it, too: a program can also end itself. */
const wasHeard = async (signal: string, since: number): Promise<boolean> => {
  if (![...listening.keys()].some((each) => each === signal)) return false;
  for (const until = performance.now() + HEARING_MS; performance.now() < until; await wait(5))
    if ((heard.get(signal) ?? -Infinity) >= since) return true;
  return false;
};

/**
 * Starts a program until the terminal lets it.
 *
 * @param start - resolves with the signal that ended the program, if one did
 * @param ending - no program starts again after it
 */
export const startAgain = async <End extends { readonly signal?: string | null }>(
  start: () => Promise<End>,
  ending?: AbortSignal,
): Promise<End> => {
  listen();
  try {
    for (let tries = 1; ; tries += 1) {
      const since = performance.now();
      const end = await start();
      const { signal = null } = end;
      const isEarly = signal !== null && isOfGroup(signal) && performance.now() - since <= WINDOW_MS;
      if (!isEarly || tries >= MOST_TRIES || !(await wasHeard(signal, since)) || ending?.aborted === true) return end;
    }
  } finally {
    leave();
  }
};
