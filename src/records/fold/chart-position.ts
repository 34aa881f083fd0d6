/**
 * The position of a chart, in the words of the config; and the chart after a ledger's records.
 *
 * @module
 */
import { initialTransition, type SnapshotFrom, transition } from 'xstate';
import { stateKey, type TddMachine } from '../../../machines/index.ts';
import { upTo } from './fold-rollback.ts';
import { chartEventOf } from './chart-event-of.ts';
import type { WorkRecord } from '../catalogue/records.ts';

type Chart = SnapshotFrom<TddMachine>;

/** The active phase, or the phase in which the work was halted; null when the work is over. Pure. */
export const chartPosition = (machine: TddMachine, chart: Chart, phases: readonly string[]): string | null => {
  const working = chart.matches('needsHuman') ? transition(machine, chart, { type: 'RESUME' })[0] : chart;
  const { value } = working;
  const key = typeof value === 'object' && 'working' in value ? value['working'] : null;
  return phases.find((phase) => stateKey(phase) === key) ?? null;
};

/** A chart in the course of a ledger, with its state at the last exit of each phase. */
export interface ChartFold {
  readonly chart: Chart;
  readonly exits: Readonly<Record<string, Chart>>;
}

export const startChart = (machine: TddMachine): ChartFold => ({ chart: initialTransition(machine)[0], exits: {} });

/** The chart after one more record; a rollback restores the one of that exit. Pure. */
export const foldChart = (machine: TddMachine, { chart, exits }: ChartFold, record: WorkRecord): ChartFold => {
  if (record.type === 'operator.rolled_back') {
    const { phase } = record.data;
    return { chart: exits[phase] ?? chart, exits: upTo(exits, phase) };
  }
  if (record.type === 'operator.accepted' && record.data.config !== undefined)
    return standAnew(machine, record.data.phase, exits);
  const event = chartEventOf(record);
  if (event === null) return { chart, exits };
  const [next] = transition(machine, chart, event);
  return { chart: next, exits: isExit(record) ? { ...exits, [phaseOf(record)]: next } : exits };
};

/**
 * Under a config that an operator accepted: its gates decide nothing that came before it. Work that was halted waits
 * no longer, since the operator resumes it.
 */
const standAnew = (machine: TddMachine, phase: string, exits: ChartFold['exits']): ChartFold => {
  const chart = initialTransition(machine)[0];
  const keys = Object.keys(chart.machine.states['working']?.states ?? {});
  const at = (key: string | undefined): Chart | null =>
    key === undefined ? null : machine.resolveState({ value: { working: key } });
  const after = Object.keys(exits).flatMap((name) => {
    const placed = at(keys[keys.indexOf(stateKey(name)) + 1]);
    return placed === null || !keys.includes(stateKey(name)) ? [] : [[name, placed] as const];
  });
  return { chart: at(stateKey(phase)) ?? chart, exits: Object.fromEntries(after) };
};

const isExit = (record: WorkRecord): record is Exit =>
  record.type === 'operator.skipped' || (record.type === 'iteration.decided' && record.data.decision.can_exit);

type Exit = WorkRecord & { readonly type: 'operator.skipped' | 'iteration.decided' };

const phaseOf = ({ data }: Exit): string => ('phase' in data ? data.phase : data.record.phase);
