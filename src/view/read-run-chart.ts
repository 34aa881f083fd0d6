/**
 * The chart that a run goes by, and the state of it in which the run stands: for who draws it.
 *
 * @module
 */
import type { AnyStateNode, StateValue } from 'xstate';
import type { TddConfig } from '../../gates/index.ts';
import { bindGates, createTddMachine, type TddMachine } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { beginChart, type ChartFold, foldChart } from '../records/fold/chart-position.ts';
import { walkRecords } from '../records/read-records.ts';
import { findRecordedConfig } from '../records/recorded-config.ts';
import { asWorkRecord } from '../records/catalogue/records.ts';

export interface RunChart {
  readonly run: string;
  /** As they were when the run began: the config may have been changed since. */
  readonly phases: TddConfig['phases'];
  /** The id of the innermost state in which it stands, such as `tdd.working.red`. */
  readonly active: string;
  /** Phases whose exit an operator forced, for ever (RULES 1.6). */
  readonly forced: readonly string[];
}

/**
 * Its whole ledger is verified and read, in constant memory.
 *
 * @param config - of the place where the run works; its phases count where the ledger cannot hold those of the run, a gate that is a
 * function say
 * @param run - its id; the current one when it is left out
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger does not hold
 */
export const readRunChart = async (config: Config, run?: string): Promise<RunChart> => {
  let begun = beginWith(config);
  const forced = new Set<string>();
  const { run: id } = await walkRecords(config.folder, run, (sealed) => {
    const record = asWorkRecord(sealed);
    if (record.type === 'run.started') begun = beginWith(findRecordedConfig(record.data) ?? config);
    if (record.type === 'operator.skipped') forced.add(record.data.phase);
    begun = { ...begun, fold: foldChart(begun.machine, begun.fold, record) };
  });
  const { phases, machine, fold } = begun;
  return { run: id, phases, active: innermost(machine.root, fold.chart.value), forced: [...forced] };
};

interface Begun {
  readonly phases: TddConfig['phases'];
  readonly machine: TddMachine;
  readonly fold: ChartFold;
}

const beginWith = (config: TddConfig): Begun => {
  const machine = createTddMachine(config).provide(bindGates(config));
  return { phases: config.phases, machine, fold: beginChart(machine) };
};

const innermost = (node: AnyStateNode, value: StateValue): string => {
  const [key, inner] = typeof value === 'string' ? [value, undefined] : (Object.entries(value)[0] ?? []);
  const child = key === undefined ? undefined : node.states[key];
  if (child === undefined) return node.id;
  return inner === undefined ? child.id : innermost(child, inner);
};
