/**
 * An item whose ledger or lease cannot be used: it is named and passed over, so that the others are worked on.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { LeaseError } from '../leases/lease-error.ts';
import type { BrokenItem } from '../leases/lease-store.ts';
import { RunError } from '../records/run-error.ts';

const NOT_OF_ITEM: ReadonlySet<string> = new Set(['unwritable', 'exists']);

/** Whether the item itself is broken, and neither the connection nor this machine. */
export const isOfItem = (error: unknown): error is DualgateError =>
  (error instanceof LeaseError && error.trouble === 'broken') ||
  (error instanceof LedgerError && !NOT_OF_ITEM.has(error.trouble)) ||
  error instanceof RunError;

/** Reads each item, and passes over the broken ones. */
export const passOver = async <Item extends { readonly item: string }, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found> | Found,
): Promise<{ readonly found: readonly Found[]; readonly broken: readonly BrokenItem[] }> => {
  const [found, broken]: readonly [Found[], BrokenItem[]] = [[], []];
  for (const each of items) {
    try {
      found.push(await read(each));
    } catch (error) {
      if (!isOfItem(error)) throw error;
      broken.push({ item: each.item, problem: error.message, mayPass: false });
    }
  }
  return { found, broken };
};
