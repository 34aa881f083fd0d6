/** The state of the work after the records of a ledger, the only truth (rule 4.10). */
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { asWorkRecord, type WorkRecord } from '../records.ts';
import { foldWork } from './fold-sums.ts';
import { NO_SUMS } from './run-sums.ts';
import { startOf, phaseAt } from './work-position.ts';
import { UNSTARTED, type WorkState } from './work-state.ts';

export interface LedgerFold {
  readonly state: WorkState;
  /** The record of a start or an exit whose commit is still due. */
  readonly uncommitted: LedgerRecord | null;
}

/** Before the first record. @param phases - of the config, in order */
export const beginFold = (phases: readonly string[]): LedgerFold => ({
  state: { ...UNSTARTED, sums: { ...NO_SUMS, phases, position: startOf(phases) } },
  uncommitted: null,
});

export const foldRecord = ({ state, uncommitted }: LedgerFold, sealed: LedgerRecord): LedgerFold => {
  const record = asWorkRecord(sealed);
  return { state: foldWork(state, record), uncommitted: foldUncommitted(uncommitted, record, sealed) };
};

const foldUncommitted = (
  waiting: LedgerRecord | null,
  record: WorkRecord,
  sealed: LedgerRecord,
): LedgerRecord | null => {
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

// Replays a ledger's records one by one, with the state and the phase after each.

export interface Step {
  readonly record: WorkRecord;
  readonly state: WorkState;
  /** The active phase after the record; null when the work is over. */
  readonly phase: string | null;
}

/** Pure: the same steps as in the live run. */
export function* replayRecords(records: Iterable<LedgerRecord>): Generator<Step, void> {
  let state = UNSTARTED;
  for (const sealed of records) {
    const record = asWorkRecord(sealed);
    state = foldWork(state, record);
    yield { record, state, phase: phaseAt(state.sums.position) };
  }
}
