/**
 * A run as its ledger tells it, without a lock: for `status`, `explain` and `check`. Nothing is written.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { createTddMachine, bindGates } from '../../machines/index.ts';
import type { Config } from '../config/config.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { chartPosition, restoreChart } from './chart-position.ts';
import { refuseBroken } from './refuse-broken.ts';
import { RunError } from './run-error.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { describeStatus, type RunStatus } from './run-status.ts';
import { asWorkRecord, type WorkRecord } from './work-record.ts';
import { foldLedger, type WorkState } from './work-state.ts';

export interface RunReading {
  readonly run: string;
  readonly records: readonly WorkRecord[];
  readonly state: WorkState;
  /** The phase that is worked at, or was when the run ended; null when the work is over. */
  readonly phase: string | null;
  readonly status: RunStatus;
}

/**
 * Reads a run of the workspace.
 *
 * @param run - its id; the current one when it is left out
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger does not hold
 */
export const readRun = async (
  config: Config,
  run: string | null = readCurrentRun(config.folder),
): Promise<RunReading> => {
  if (run === null)
    throw new RunError(`Cannot find a run in ${config.folder}: none was begun. Begin one with dualgate run.`);
  const { ledger } = runFolders(config.folder, run);
  if (!existsSync(ledger))
    throw new RunError(
      `Cannot find the run ${run}: it has no ledger in ${config.folder}. Choose one of .dualgate/runs.`,
    );
  await refuseBroken(ledger, run);
  const sealed: LedgerRecord[] = [];
  for await (const record of readLedger(ledger)) sealed.push(record);
  const head = sealed.at(-1);
  if (head === undefined) throw new RunError(`Cannot read the run ${run}: its ledger is empty.`);
  const records = sealed.map(asWorkRecord);
  const state = foldLedger(records);
  const machine = createTddMachine(config).provide(bindGates(config));
  const phases = config.phases.map(({ phase }) => phase);
  const phase = chartPosition(machine, restoreChart(machine, records), phases);
  return { run, records, state, phase, status: describeStatus({ state, phases, phase, head }) };
};
