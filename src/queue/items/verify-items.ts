/** Whether the ledgers of work items are unchanged: chain, anchor and order of each, and of the saved runs. */
import { isOfItem } from './create-items.ts';
import type { ItemStore } from './item-store.ts';

export interface VerifiedItem {
  readonly item: string;
  readonly ok: boolean;
  readonly records: number;
  /** Why it is not; `null` when it is. */
  readonly problem: string | null;
}

/** Every item of the store, sorted by name. @throws {LeaseError} when the remote does not answer */
export const verifyItems = async (
  store: Pick<ItemStore, 'names' | 'read' | 'readRun'>,
): Promise<readonly VerifiedItem[]> => {
  const verified: VerifiedItem[] = [];
  for (const item of await store.names()) verified.push(await verifyItem(item, store));
  return verified;
};

const verifyItem = async (
  item: string,
  { read, readRun }: Pick<ItemStore, 'read' | 'readRun'>,
): Promise<VerifiedItem> => {
  try {
    const reading = await read(item);
    await readRun(item);
    return { item, ok: reading !== null, records: reading?.ledger.records.length ?? 0, problem: null };
  } catch (error) {
    if (!isOfItem(error)) throw error;
    return { item, ok: false, records: 0, problem: error.message };
  }
};
