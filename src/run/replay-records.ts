/**
 * A ledger's records once more, one by one, with the state and the phase that each led to.
 *
 * @module
 */
import { initialTransition, transition } from 'xstate';
import type { TddMachine } from '../../machines/index.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { chartPosition } from './chart-position.ts';
import { asWorkRecord, chartEventOf, type WorkRecord } from './work-record.ts';
import { foldWork, UNSTARTED, type WorkState } from './work-state.ts';

export interface Step {
  readonly record: WorkRecord;
  /** After the record. */
  readonly state: WorkState;
  /** The phase that is worked at after the record; null when the work is over. */
  readonly phase: string | null;
}

/** Pure: the same steps as the live run took. */
export function* replayRecords(
  machine: TddMachine,
  phases: readonly string[],
  records: Iterable<LedgerRecord>,
): Generator<Step, void> {
  let state = UNSTARTED;
  let [chart] = initialTransition(machine);
  for (const sealed of records) {
    const record = asWorkRecord(sealed);
    const event = chartEventOf(record);
    if (event !== null) [chart] = transition(machine, chart, event);
    state = foldWork(state, record);
    yield { record, state, phase: chartPosition(machine, chart, phases) };
  }
}
