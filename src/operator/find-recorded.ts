/**
 * Whether an order is in the ledger: what an answer says is believed when the ledger says it too.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import type { LedgerType } from '../records/catalogue/records.ts';
import { readStanding } from '../view/read-run.ts';
import { runFolders } from '../records/run-folders.ts';
import { asWorkRecord, type WorkRecord } from '../records/catalogue/records.ts';
import type { Order, OrderName } from '../orders/order.ts';

/** When an order is given: how many records the ledger has, and the phase of the work; none before it begins, or when it is over. */
interface LedgerMark {
  readonly since: number;
  readonly phase: string | null;
}

export const markLedger = async (config: Config, run: string): Promise<LedgerMark> => {
  if (!existsSync(runFolders(config.folder, run).ledger)) return { since: 0, phase: null };
  const { head, phase } = (await readStanding(config, run)).status;
  return { since: head.seq + 1, phase };
};

const RECORD_OF = {
  skip: 'operator.skipped',
  abort: 'operator.aborted',
  reset: 'operator.reset',
  accept: 'operator.accepted',
  rollback: 'operator.rolled_back',
  guide: 'operator.guided',
} as const satisfies Record<OrderName, LedgerType>;

/** @param since - records that were there before */
export const findRecorded = async (
  config: Config,
  run: string,
  { order, since }: { readonly order: Order; readonly since: number },
): Promise<boolean> => {
  if (!existsSync(runFolders(config.folder, run).ledger)) return false;
  let isThere = false;
  await readStanding(config, run, (sealed) => {
    isThere ||= sealed.seq >= since && carriesOut(order, asWorkRecord(sealed));
  });
  return isThere;
};

const carriesOut = (order: Order, { type, data }: WorkRecord): boolean => {
  if (type !== RECORD_OF[order.order]) return false;
  const words = 'reason' in data ? data.reason : 'text' in data ? data.text : null;
  return 'by' in data && data.by === order.by && words === (order.order === 'guide' ? order.text : order.reason);
};
