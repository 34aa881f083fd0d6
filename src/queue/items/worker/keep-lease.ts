/** Keeps the lease of a session while it works: renews it before it expires, and tells when it is lost. */
import { setTimeout as wait } from 'node:timers/promises';
import { LeaseError } from '../../leases/lease.ts';
import { showDuration } from '../../../base/text/amounts.ts';
import { describeCause } from '../../../base/text/describe-cause.ts';
import { decideRenewal } from '../decide-item.ts';
import type { ItemAnswer, ItemStore } from '../item-store.ts';

// Repeats a call to the store of the items while its remote does not answer, with growing pauses: a worker outlives an
// hour without a network, if its lease or its limits allow it.

export interface Patience {
  /** Milliseconds that it may still wait. @param waited - milliseconds since the first call */
  readonly leftMs: (waited: number) => number;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  /** The first pause; each is twice as long as the one before. @default 1000 */
  readonly firstMs?: number;
}

/** One that is back for moments only has to be found there. */
const LONGEST_MS = 10_000;
/** In a row. A remote that answers with a refusal is there: only another writer, or a person, changes its mind. */
const MOST_REFUSALS = 5;
const REFUSES = /\[remote rejected\]|cannot lock ref/;

export const isRefusal = (error: LeaseError): boolean => REFUSES.test(error.message);

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

export interface KeptLease {
  readonly lost: () => string | null;
  readonly isAway: () => boolean;
  readonly leftMs: () => number;
  readonly end: () => Promise<void>;
}

interface LeaseToKeep {
  readonly store: Pick<ItemStore, 'change'>;
  readonly item: string;
  readonly session: string;
  readonly secret: string;
  readonly ttlMs: number;
  readonly onLost: (why: string) => void;
  readonly notice: (text: string) => void;
}

/** Renewed after so much of it: then there is time for a remote that is away. */
const SHARE = 3;

export const keepLease = ({ store, item, session, secret, ttlMs, onLost, notice }: LeaseToKeep): KeptLease => {
  const stop = new AbortController();
  const { signal } = stop;
  let lost: string | null = null;
  let renewed = performance.now();
  const leftMs = (): number => renewed + ttlMs - performance.now();
  let away = true;
  const lose = (why: string): void => {
    lost = why;
    onLost(why);
  };
  const renew = (): Promise<ItemAnswer> =>
    patiently(() => store.change({ item, session, decide: decideRenewal(item, session, [], secret), ttlMs }), {
      leftMs,
      notice: (text) => notice(`${item}: ${text}`),
      signal,
      firstMs: Math.min(1_000, ttlMs / 10),
    });
  const keep = async (): Promise<void> => {
    for (;;) {
      await wait(ttlMs / SHARE, undefined, { signal, ref: false });
      const from = performance.now();
      const over = new AbortController();
      // A call that hangs does not keep a session longer than its lease.
      const expired = wait(Math.max(leftMs(), 0), 'expired' as const, { signal: over.signal, ref: false });
      expired.catch(() => {});
      const answer = await Promise.race([renew(), expired]).finally(() => over.abort());
      if (answer === 'expired')
        return lose(`The remote did not answer for ${showDuration(ttlMs)}, as long as a lease.`);
      if (!answer.ok) {
        away = false;
        return lose(answer.message);
      }
      renewed = from;
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (signal.aborted) return;
    away = isAway(error);
    lose(describeCause(error));
  });
  return {
    lost: () => lost,
    isAway: () => away,
    leftMs,
    end: async () => {
      stop.abort();
      await kept;
    },
  };
};
