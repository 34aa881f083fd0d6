/**
 * Which record is to have a commit and has none yet: there is one between a decision and its commit, and after a crash there.
 *
 * @module
 */
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { asWorkRecord, type WorkRecord } from '../work-record.ts';

/** The record that waits for its commit, or for the files to be rolled back, after `sealed`; pure. */
export const foldUncommitted = (waiting: LedgerRecord | null, sealed: LedgerRecord): LedgerRecord | null => {
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
