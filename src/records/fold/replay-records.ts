/**
 * Replays a ledger's records one by one, with the state and the phase after each.
 *
 * @module
 */
import type { TddMachine } from '../../../machines/index.ts';
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { startChart, chartPosition, foldChart } from './chart-position.ts';
import { asWorkRecord, type WorkRecord } from '../catalogue/records.ts';
import { UNSTARTED, type WorkState } from './work-state.ts';
import { foldWork } from './fold-work.ts';

export interface Step {
  readonly record: WorkRecord;
  /** After the record. */
  readonly state: WorkState;
  /** The active phase after the record; null when the work is over. */
  readonly phase: string | null;
}

/** Pure: the same steps as in the live run. */
export function* replayRecords(
  machine: TddMachine,
  phases: readonly string[],
  records: Iterable<LedgerRecord>,
): Generator<Step, void> {
  let state = UNSTARTED;
  let fold = startChart(machine);
  for (const sealed of records) {
    const record = asWorkRecord(sealed);
    fold = foldChart(machine, fold, record);
    state = foldWork(state, record);
    yield { record, state, phase: chartPosition(machine, fold.chart, phases) };
  }
}
