/**
 * Where a chart stands, in the words of the config; and the chart as a ledger's records leave it.
 *
 * @module
 */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { stateKey, type TddMachine } from '../../machines/index.ts';
import { chartEventOf, type WorkRecord } from './work-record.ts';

type Chart = SnapshotFrom<TddMachine>;

/** The phase that is worked at, or that was when the work was halted; null when the work is over. Pure. */
export const chartPosition = (machine: TddMachine, chart: Chart, phases: readonly string[]): string | null => {
  const working = chart.matches('needsHuman') ? transition(machine, chart, { type: 'RESUME' })[0] : chart;
  const { value } = working;
  const key = typeof value === 'object' && 'working' in value ? value['working'] : null;
  return phases.find((phase) => stateKey(phase) === key) ?? null;
};

/** The chart after everything that the records told it. Pure: equals the live chart that was told the same. */
export const restoreChart = (machine: TddMachine, records: readonly WorkRecord[]): Chart => {
  let [chart] = initialTransition(machine);
  for (const record of records) {
    const event = chartEventOf(record);
    if (event !== null) [chart] = transition(machine, chart, event);
  }
  return chart;
};
