/**
 * The chart of a run and its state there, for drawing.
 *
 * @module
 */
import type { AnyStateNode, StateValue } from 'xstate';
import type { TddConfig } from '../../gates/index.ts';
import { bindGates, createTddMachine, type TddMachine } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { startChart, type ChartFold, foldChart } from '../records/fold/chart-position.ts';
import { walkRecords } from '../records/read-records.ts';
import { findRecordedConfig } from '../records/recorded-config.ts';
import { asWorkRecord } from '../records/catalogue/records.ts';

export interface RunChart {
  readonly run: string;
  /** As they were when the run began: the config may have changed since. */
  readonly phases: TddConfig['phases'];
  /** The id of its innermost state, such as `tdd.working.red`. */
  readonly active: string;
  /** Phases whose exit an operator forced; recorded forever (rule 1.6). */
  readonly forced: readonly string[];
}

/**
 * Verifies and reads its whole ledger, in constant memory.
 *
 * @param config - of the folder where the run works; its phases are used where the ledger cannot contain those of the
 * run, for example if a gate is a function
 * @param run - its id; the current one by default
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger is broken
 */
export const readRunChart = async (config: Config, run?: string): Promise<RunChart> => {
  let started = startWith(config);
  const forced = new Set<string>();
  const { run: id } = await walkRecords(config.folder, run, (sealed) => {
    const record = asWorkRecord(sealed);
    if (record.type === 'run.started') started = startWith(findRecordedConfig(record.data) ?? config);
    if (record.type === 'operator.accepted' && record.data.config !== undefined)
      started = { ...startWith(findRecordedConfig(record.data.config) ?? config), fold: started.fold };
    if (record.type === 'operator.skipped') forced.add(record.data.phase);
    started = { ...started, fold: foldChart(started.machine, started.fold, record) };
  });
  const { phases, machine, fold } = started;
  return { run: id, phases, active: innermost(machine.root, fold.chart.value), forced: [...forced] };
};

interface Started {
  readonly phases: TddConfig['phases'];
  readonly machine: TddMachine;
  readonly fold: ChartFold;
}

const startWith = (config: TddConfig): Started => {
  const machine = createTddMachine(config).provide(bindGates(config));
  return { phases: config.phases, machine, fold: startChart(machine) };
};

const innermost = (node: AnyStateNode, value: StateValue): string => {
  const [key, inner] = typeof value === 'string' ? [value, undefined] : (Object.entries(value)[0] ?? []);
  const child = key === undefined ? undefined : node.states[key];
  if (child === undefined) return node.id;
  return inner === undefined ? child.id : innermost(child, inner);
};
