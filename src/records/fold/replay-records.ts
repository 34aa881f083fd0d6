/** Replays a ledger's records one by one, with the state and the phase after each. */
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { asWorkRecord, type WorkRecord } from '../records.ts';
import { UNSTARTED, type WorkState } from './work-state.ts';
import { phaseAt } from './work-position.ts';
import { foldWork } from './fold-sums.ts';

export interface Step {
  readonly record: WorkRecord;
  /** After the record. */
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
