/**
 * A worker's lease of an item: renewed in time, and lost when the engine refuses its token.
 *
 * @module
 */
import type { Lease } from '../../leases/lease.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { Reply, Report } from '../work.ts';

interface HeldLease {
  /** Reports under the current token. An answer without `go` ends the lease. */
  readonly report: (report: Report) => Promise<Reply>;
  /** Whether it is still held. */
  readonly isHeld: () => boolean;
  /** Stops renewing. */
  readonly end: () => Promise<void>;
}

/** @param onLost - called once, when a renewal is refused */
export const holdLease = (
  client: Pick<FleetClient, 'renew' | 'report'>,
  claimed: Lease,
  onLost: (why: string) => void,
): HeldLease => {
  let lease: Lease | null = claimed;
  let last: Promise<unknown> = Promise.resolve();
  /** Each change makes another token: one after another. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const next = last.then(act, act);
    last = next.catch(() => {});
    return next;
  };
  const renew = async (): Promise<void> => {
    if (lease === null) return;
    const answer = await client.renew(lease);
    lease = answer.granted ? answer.lease : null;
    if (!answer.granted) onLost(answer.message);
  };
  const everyMs = (Date.parse(claimed.until) - Date.parse(claimed.taken)) / 3;
  // A server that is away for longer than the lease refuses the next renewal.
  const timer = setInterval(() => void inTurn(renew).catch(() => {}), everyMs);
  return {
    report: (report) =>
      inTurn(async () => {
        if (lease === null) return { go: false, why: 'the lease was lost' };
        const answer = await client.report(lease, report);
        lease = answer.lease;
        return { go: answer.go, why: answer.why };
      }),
    isHeld: () => lease !== null,
    end: async () => {
      clearInterval(timer);
      await last;
    },
  };
};
