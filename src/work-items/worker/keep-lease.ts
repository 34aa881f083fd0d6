/**
 * Keeps the lease of a session while it works: renews it before it expires, and tells when it is lost. The clock is only
 * a courtesy: a stale token writes nothing, whatever a worker believes.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { LeaseError } from '../../leases/lease-error.ts';
import { decideRenewal } from '../decide-item.ts';
import type { ItemStore } from '../item-store.ts';
import { describeCause } from '../../text/describe-cause.ts';

export interface KeptLease {
  /** Why it was lost; `null` while it is held. */
  readonly lost: () => string | null;
  /** Ends the renewals. */
  readonly end: () => Promise<void>;
}

interface LeaseToKeep {
  readonly store: ItemStore;
  readonly item: string;
  readonly session: string;
  readonly ttlMs: number;
  readonly onLost: (why: string) => void;
}

/** Three chances before it expires: a remote may be away for a moment. */
const SHARE = 3;

export const keepLease = ({ store, item, session, ttlMs, onLost }: LeaseToKeep): KeptLease => {
  const stop = new AbortController();
  let lost: string | null = null;
  const lose = (why: string): void => {
    lost = why;
    onLost(why);
  };
  const keep = async (): Promise<void> => {
    for (let renewed = performance.now(); ; ) {
      await wait(ttlMs / SHARE, undefined, { signal: stop.signal, ref: false });
      const from = performance.now();
      try {
        const answer = await store.change({ item, session, decide: decideRenewal(item, session), ttlMs });
        if (!answer.ok) return lose(answer.message);
        renewed = from;
      } catch (error) {
        if (!(error instanceof LeaseError)) throw error;
        if (performance.now() - renewed >= ttlMs) return lose(error.message);
      }
    }
  };
  const kept = keep().catch((error: unknown) => {
    if (!stop.signal.aborted) lose(describeCause(error));
  });
  return {
    lost: () => lost,
    end: async () => {
      stop.abort();
      await kept;
    },
  };
};
