/**
 * The result of a ledger's records: the state of the work, the chart, and the commit that is due. A live run folds
 * each record as it writes it, a resumed one as it reads it; the records themselves are not kept.
 *
 * @module
 */
import type { TddMachine } from '../../../machines/index.ts';
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { startChart, type ChartFold, foldChart } from './chart-position.ts';
import { asWorkRecord, type WorkRecord } from '../catalogue/records.ts';
import { UNSTARTED, type WorkState } from './work-state.ts';
import { foldWork } from './fold-work.ts';

export interface LedgerFold {
  readonly state: WorkState;
  readonly chart: ChartFold;
  /** The record of a start or an exit whose commit is still due. */
  readonly uncommitted: LedgerRecord | null;
}

/** Before the first record. */
export const startFold = (machine: TddMachine): LedgerFold => ({
  state: UNSTARTED,
  chart: startChart(machine),
  uncommitted: null,
});

/**
 * After one more record; as pure as `foldState`. @throws {RunError} for a record of a type that this version does not
 * know
 */
export const foldRecord = (
  machine: TddMachine,
  fold: LedgerFold,
  sealed: LedgerRecord,
  foldState = foldWork,
): LedgerFold => {
  const record = asWorkRecord(sealed);
  return {
    state: foldState(fold.state, record),
    chart: foldChart(machine, fold.chart, record),
    uncommitted: foldUncommitted(fold.uncommitted, sealed),
  };
};

/** After all of these. */
export const foldRecords = (machine: TddMachine, records: Iterable<LedgerRecord>): LedgerFold => {
  let fold = startFold(machine);
  for (const sealed of records) fold = foldRecord(machine, fold, sealed);
  return fold;
};

/** The record that waits for its commit, or for the rollback of files, after `sealed`; pure. */
const foldUncommitted = (waiting: LedgerRecord | null, sealed: LedgerRecord): LedgerRecord | null => {
  const record = asWorkRecord(sealed);
  if (record.type === 'work.committed' || record.type === 'work.rolled_back')
    return waiting?.seq === record.data.record ? null : waiting;
  return asksForCommit(record) ? sealed : waiting;
};

const asksForCommit = (record: WorkRecord): boolean => {
  if (record.type === 'operator.rolled_back') return true;
  if (record.type === 'run.started') return record.data.branch !== undefined;
  const isExit = record.type === 'iteration.decided' || record.type === 'operator.skipped';
  return isExit && record.data.exit?.git_tree !== undefined;
};
