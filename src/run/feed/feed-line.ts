/**
 * The lines of a feed: an event as in `--json`, and at the end the reason why no further one comes.
 *
 * @module
 */
import { EVENTS_VERSION, type RunEvent } from '../../records/run-events.ts';

/** `end`: the run has ended. `cut`: this reader gets no further events, and why. */
export type FeedEnd = { readonly feed: 'end' } | { readonly feed: 'cut'; readonly says: string };

/** Without its line feed. */
export const writeFeedLine = (said: RunEvent | FeedEnd): string => JSON.stringify(said);

/**
 * Reads a line of the feed of a run. Passes event kinds of later versions, but nothing that cannot be an event of
 * this run: another process in place of the loop could write anything.
 *
 * @returns `null` when it is none
 */
export const readFeedLine = (line: string, run: string): RunEvent | FeedEnd | null => {
  const said = parse(line);
  if (typeof said !== 'object' || said === null) return null;
  if ('feed' in said) {
    if (said.feed === 'end') return { feed: 'end' };
    return said.feed === 'cut' && 'says' in said && typeof said.says === 'string'
      ? { feed: 'cut', says: said.says }
      : null;
  }
  if (!('v' in said && 'type' in said && 'at' in said && 'run' in said)) return null;
  const { v, type, at, run: of } = said;
  if (v !== EVENTS_VERSION || of !== run || typeof type !== 'string' || typeof at !== 'string') return null;
  if (Number.isNaN(Date.parse(at)) || !isName(said, 'phase') || !areNames(said, 'phases')) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `writeFeedLine` of a loop of this user
  return said as RunEvent;
};

/** Names of phases are shown unchanged. */
const isName = (said: object, key: string): boolean => {
  const name: unknown = Reflect.get(said, key) ?? '';
  // oxlint-disable-next-line no-control-regex -- what moves a cursor is no name
  return typeof name === 'string' && !/[\u0000-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/.test(name);
};

const areNames = (said: object, key: string): boolean => {
  const names: unknown = Reflect.get(said, key) ?? [];
  return Array.isArray(names) && names.every((_name, i) => isName(names, String(i)));
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};
