/**
 * The requests of workers, of `submit` and of `status --fleet`.
 *
 * @module
 */
import type { Lease } from '../../leases/lease.ts';
import type { LeaseAnswer } from '../../leases/lease-store.ts';
import { ALL, FLEET, ITEM, LEASE, type ReportAnswer } from '../objects/protocol.ts';
import type { ItemRow, ItemState, Report, Work } from '../work.ts';
import type { Ingress } from './ingress.ts';

export interface FleetClient {
  readonly submit: (work: Work) => Promise<ItemState>;
  readonly again: (item: string) => Promise<ItemState>;
  readonly read: (item: string) => Promise<ItemState | null>;
  readonly list: () => Promise<readonly ItemRow[]>;
  /** Whether any item is open; costs the same for any number of items. */
  readonly hasOpen: () => Promise<boolean>;
  /** The next item that waits for a worker; `null` when there is none. */
  readonly take: (site: string) => Promise<string | null>;
  readonly claim: (item: string, holder: string) => Promise<LeaseAnswer>;
  readonly renew: (lease: Lease) => Promise<LeaseAnswer>;
  readonly report: (lease: Lease, report: Report) => Promise<ReportAnswer>;
}

/** Reads and commands the items of a fleet. */
export const createFleetClient = ({ call }: Ingress): FleetClient => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answers of our own objects
  const ask = async <T>(...question: Parameters<Ingress['call']>): Promise<T> => (await call(...question)) as T;
  return {
    submit: (work) => ask(ITEM, work.item, 'submit', work),
    again: (item) => ask(ITEM, item, 'again'),
    read: (item) => ask(ITEM, item, 'read'),
    list: () => ask(FLEET, ALL, 'list'),
    hasOpen: () => ask(FLEET, ALL, 'hasOpen'),
    take: (site) => ask(FLEET, ALL, 'take', { site }),
    claim: (item, holder) => ask(LEASE, item, 'claim', { holder }),
    renew: (lease) => ask(LEASE, lease.item, 'renew', { lease }),
    report: (lease, report) => ask(LEASE, lease.item, 'report', { lease, report }),
  };
};
