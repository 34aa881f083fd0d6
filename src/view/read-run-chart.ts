/** The chart of a run and its state there, for drawing. */
import type { AnyStateNode, StateValue } from 'xstate';
import type { TddConfig } from '../../gates/index.ts';
import { createTddMachine } from '../../machines/index.ts';
import type { Config } from '../project/config/config.ts';
import { configIn } from '../records/ruling-config.ts';
import { findRecordedConfig } from '../records/recorded-config.ts';
import { chartAt, foldWork } from '../records/fold/fold-sums.ts';
import { beginFold } from '../records/fold/fold-records.ts';
import { walkRecords } from '../records/read-records.ts';
import { asWorkRecord } from '../records/records.ts';

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
 * Verifies and reads its whole ledger, in constant memory. @param run - its id; the current one by default
 * @param config - of the folder where the run works; its phases are used where the ledger cannot contain those of the
 * run, for example if a gate is a function
 * @throws {RunError} when there is none @throws {LedgerError} when its ledger is broken
 */
export const readRunChart = async (config: Config, run?: string): Promise<RunChart> => {
  let { phases }: Pick<TddConfig, 'phases'> = config;
  let { state } = beginFold(phases.map(({ phase }) => phase));
  const { run: id } = await walkRecords(config.folder, run, (sealed) => {
    const record = asWorkRecord(sealed);
    const given = configIn(record);
    if (given !== null) ({ phases } = findRecordedConfig({ ...given }) ?? config);
    state = foldWork(state, record);
  });
  const machine = createTddMachine({ phases });
  const active = innermost(machine.root, chartAt(machine, state.sums.position).value);
  return { run: id, phases, active, forced: [...new Set(state.forced.map(({ phase }) => phase))] };
};

const innermost = (node: AnyStateNode, value: StateValue): string => {
  const [key, inner] = typeof value === 'string' ? [value, undefined] : (Object.entries(value)[0] ?? []);
  const child = key === undefined ? undefined : node.states[key];
  if (child === undefined) return node.id;
  return inner === undefined ? child.id : innermost(child, inner);
};
