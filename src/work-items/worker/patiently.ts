/**
 * Repeats a call to the store of the items while its remote does not answer, with growing pauses: a worker outlives an hour
 * without a network, if its lease or its limits allow it.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { LeaseError } from '../../leases/lease-error.ts';
import { showDuration } from '../../text/amounts.ts';

export interface Patience {
  /** Milliseconds that it may still wait. @param waited - milliseconds since the first call */
  readonly leftMs: (waited: number) => number;
  readonly notice: (text: string) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** The first pause; each is twice as long as the one before. @default 1000 */
  readonly firstMs?: number;
}

/** One that is back for moments only has to be found there. */
const LONGEST_MS = 10_000;
/** In a row. A remote that answers with a refusal is there: only another writer, or a person, changes its mind. */
const MOST_REFUSALS = 5;
const REFUSES = /\[remote rejected\]|cannot lock ref/;

/** Whether the remote is there, and refuses. */
export const isRefusal = (error: LeaseError): boolean => REFUSES.test(error.message);

/** Whether the remote may answer later. */
export const isAway = (error: unknown): error is LeaseError =>
  error instanceof LeaseError && (error.trouble === 'refused' || error.trouble === 'unknown');

/** @throws {LeaseError} of the last try; and at once, when the store holds something broken */
export const patiently = async <T>(
  call: () => Promise<T>,
  { leftMs, notice, signal, firstMs = 1_000 }: Patience,
): Promise<T> => {
  const began = performance.now();
  let refusals = 0;
  for (let tries = 1, pause = firstMs; ; tries += 1, pause = Math.min(2 * pause, LONGEST_MS)) {
    try {
      const answer = await call();
      if (tries > 1) notice(`The remote answers again, after ${showDuration(performance.now() - began)}.`);
      return answer;
    } catch (error) {
      if (!isAway(error)) throw error;
      const left = leftMs(performance.now() - began);
      refusals = isRefusal(error) ? refusals + 1 : 0;
      if (left <= 0 || refusals >= MOST_REFUSALS || signal.aborted) throw error;
      if (tries === 1)
        notice(`${error.message} It is asked again, with growing pauses, for up to ${showDuration(left)}.`);
      // Not all workers at the same moment.
      await wait(Math.min(pause * (0.75 + Math.random() / 2), left), undefined, { signal }).catch(() => {});
    }
  }
};
