/**
 * One measurement at a time. Calls for the same phase that come before it began, or right after, share it; a later one may be
 * about other sources, and waits. It is ended when nobody wants its result any more.
 *
 * @module
 */
import { ask } from './ask-dualgate.ts';
import type { Surroundings, ToolResult } from './tool.ts';

interface Check {
  /** Milliseconds of the process; `null`: it waits for another one. */
  began: number | null;
  readonly result: Promise<ToolResult>;
  readonly stop: AbortController;
  callers: number;
}

/** By the words of the command. */
const active = new Map<string, Check>();
let last: Promise<unknown> = Promise.resolve();

const REPORT_MS = 2_000;
/** Calls of one message of the model come at once. */
const SHARE_MS = 1_000;

/** @param words - of `dualgate check` */
export const measureShared = async (
  words: readonly string[],
  { signal, report, ...io }: Surroundings,
): Promise<ToolResult> => {
  const began = performance.now();
  const found = active.get(words.join(' '));
  const isFresh = found !== undefined && (found.began === null || began - found.began < SHARE_MS);
  const check = isFresh ? found : start(words, io);
  check.callers += 1;
  const seconds = (): number => Math.round((performance.now() - began) / 1_000);
  const reports = setInterval(() => report(seconds(), `dualgate measures, for ${seconds()} s`), REPORT_MS);
  const leave = (): void => {
    check.callers -= 1;
    if (check.callers === 0) check.stop.abort();
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await check.result;
  } finally {
    clearInterval(reports);
    signal.removeEventListener('abort', leave);
  }
};

const start = (words: readonly string[], io: Pick<Surroundings, 'env' | 'cwd'>): Check => {
  const key = words.join(' ');
  const stop = new AbortController();
  const result = last
    .then(() => {
      check.began = performance.now();
      return ask(['check', ...words], { ...io, signal: stop.signal });
    })
    .finally(() => {
      if (active.get(key) === check) active.delete(key);
    });
  const check: Check = { began: null, result, stop, callers: 0 };
  // A later call does not get the result of one that is being ended.
  stop.signal.addEventListener('abort', () => active.delete(key), { once: true });
  active.set(key, check);
  last = result;
  return check;
};
