/** All ledgers of a checkout: of its runs, its list and its work items. `verify` loads this file only for `--all`. */
import { showCount } from '../base/text/amounts.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { Config } from '../project/config/config.ts';
import { openItems } from '../queue/items/open-items.ts';
import { verifyItems } from '../queue/items/create-items.ts';
import { LeaseError } from '../queue/leases/lease.ts';
import { readCurrentList } from '../queue/list/list-folders.ts';
import { followRuns } from '../queue/list/read-work-list.ts';
import { listRuns } from '../view/locate-run.ts';
import { renderVerifiedItem } from './item-context.ts';
import { plain } from './render/paint.ts';
import type { CommandIo } from './terminal/io.ts';

export interface Verified {
  readonly ok: boolean;
  /** `null` for a line that only people read. */
  readonly answer: object | null;
  readonly rendered: string;
}

export interface Asked {
  /** A run, or a task list. */
  readonly run: string;
  /** Its workspace. */
  readonly folder: string;
}

/** The ledgers of the work items, and last their number; nothing without an item. */
export const verifyAllItems = async (own: Config, { env }: Pick<CommandIo, 'env'>): Promise<readonly Verified[]> => {
  const { store } = await openItems({ config: own, env });
  try {
    const items = await verifyItems(store);
    if (items.length === 0) return [];
    const broken = items.filter(({ ok }) => !ok).length;
    const found = broken === 0 ? 'all ledgers unchanged' : `${showCount(broken, 'ledger')} with a problem`;
    const sum = `${showCount(items.length, 'work item')}, ${found}.`;
    return [
      ...items.map((each) => ({ ok: each.ok, answer: each, rendered: plain(renderVerifiedItem(each)) })),
      { ok: true, answer: null, rendered: sum },
    ];
  } catch (error) {
    if (!(error instanceof LeaseError)) throw error;
    return [{ ok: false, answer: { item: null, problem: error.message }, rendered: plain(error.message) }];
  }
};

/** Every run, in every work tree of the list, and the list. */
export const listAll = async (own: Config): Promise<readonly Asked[]> => {
  const places = await followRuns(own).catch((error: unknown) => {
    // A list with a broken ledger names no other folders; its own verification reports the ledger.
    if (error instanceof LedgerError) return [own];
    throw error;
  });
  const runs = places.flatMap(({ folder }) => listRuns(folder).map((run) => ({ run, folder })));
  const list = readCurrentList(own.folder);
  return [...(list === null ? [] : [{ run: list, folder: own.folder }]), ...runs];
};
