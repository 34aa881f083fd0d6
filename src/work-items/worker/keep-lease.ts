/**
 * Keeps the lease of a session while it works: renews it before it expires, and tells when it is lost. The clock is only
 * a courtesy: a stale token writes nothing, whatever a worker believes.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describeCause } from '../../text/describe-cause.ts';
import { showDuration } from '../../text/amounts.ts';
import { decideRenewal } from '../decide-item.ts';
import type { ItemAnswer, ItemStore } from '../item-store.ts';
import { isAway, patiently } from './patiently.ts';

export interface KeptLease {
  /** Why it was lost; `null` while it is held. */
  readonly lost: () => string | null;
  /** Whether it was lost because the remote did not answer. */
  readonly isAway: () => boolean;
  /** Milliseconds until it expires. */
  readonly leftMs: () => number;
  /** Ends the renewals. */
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
