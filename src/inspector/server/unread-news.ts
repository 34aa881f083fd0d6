/**
 * News that one reader has not got yet: bounded. Of tests that stream in only the last is kept, since each carries the counts.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';

export interface UnreadNews {
  readonly push: (event: RunEvent) => void;
  readonly shift: () => RunEvent | undefined;
  readonly first: () => RunEvent | undefined;
  /** Whether more came than there was room for: the reader cannot be told the truth any more. */
  readonly isFull: () => boolean;
}

const MAX_UNREAD = 1_000;

export const createUnreadNews = (most = MAX_UNREAD): UnreadNews => {
  const unread: RunEvent[] = [];
  let isFull = false;
  return {
    push: (event) => {
      const last = unread.at(-1);
      if (last !== undefined && isOfTest(event) && isOfTest(last)) unread.pop();
      if (unread.length >= most) isFull = true;
      else unread.push(event);
    },
    shift: () => unread.shift(),
    first: () => unread[0],
    isFull: () => isFull,
  };
};

/** One test that has ended. */
export const isOfTest = ({ type }: RunEvent): boolean =>
  type === 'test.passed' || type === 'test.failed' || type === 'test.skipped';
