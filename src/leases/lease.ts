/**
 * A lease: the right of one holder to work on one item until a time. Each change of a lease gives it another token, and
 * only the current token can write. It is this fencing token, and not the time, that keeps two holders from writing.
 *
 * @module
 */
import { z } from 'zod';
import { freezeJson } from '../ledger/json.ts';
import { LeaseError } from './lease-error.ts';

/** An item's name is one component of a Git ref and one file name, in every store. */
const ITEM = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?$/;

const leaseSchema = z.strictObject({
  /** The name of the work. */
  item: z.string().regex(ITEM),
  /** The last holder: a name that is unique among workers. */
  holder: z.string().min(1).max(200),
  /** The fencing token: opaque, another one after each change. */
  token: z.string().min(1),
  /** The token before this one; `null` for the first. */
  previous: z.string().min(1).nullable(),
  /** From 1; each claim adds 1. A renewal does not. */
  turn: z.int().min(1),
  /** ISO 8601: the time of the claim, by the clock of the store: that of the holder, or of an engine. */
  taken: z.iso.datetime(),
  /** ISO 8601, by the same clock: from this time on, another holder may claim the item. */
  until: z.iso.datetime(),
  /** `released`: anyone may claim the item. `waits`: anyone may, from `until` on. */
  state: z.enum(['held', 'released', 'waits']),
});

/** A lease, as a store answers it. */
export type Lease = Readonly<z.output<typeof leaseSchema>>;

/** Whether a text can name an item. */
export const isItemName = (text: string): boolean => ITEM.test(text);

/**
 * Reads a lease from JSON.
 *
 * @param place - names the file or ref in the message
 * @throws {LeaseError} `broken` when it is not a lease of this item
 */
export const parseLease = (found: unknown, item: string, place: string): Lease => {
  const parsed = leaseSchema.safeParse(found);
  if (parsed.success && parsed.data.item === item) return freezeJson(parsed.data);
  const [issue] = parsed.error?.issues ?? [];
  const problem = parsed.success
    ? `it is of the item ${parsed.data.item}`
    : `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not a lease'}`;
  throw new LeaseError(
    'broken',
    `Cannot use the lease ${place}: it is not a lease of ${item} (got ${problem}). Compare it with a copy. If no worker has the item, delete it.`,
  );
};
