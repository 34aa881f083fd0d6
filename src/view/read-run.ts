/**
 * A run from its ledger, without a lock: for `explain`, `check`, and `status` where the shortcut fails. It writes
 * nothing but STATE.md, if that was deleted.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { checkValue, KINDS } from '../options/check-options.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { phaseAt } from '../records/fold/work-position.ts';
import { configOfRun } from '../records/config-of-run.ts';
import { beginFold } from '../records/fold/fold-records.ts';
import { foldWork } from '../records/fold/fold-work.ts';
import { walkRecords } from '../records/read-records.ts';
import { describeStatus, type RunStatus } from './run-status.ts';
import { asWorkRecord, type WorkRecord } from '../records/records.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { isLeftBehind } from './state-page/is-left-behind.ts';
import { statusNameOf } from './status-name.ts';
import { remakeStatePage } from './state-page/state-page.ts';

/** The status of a run. */
export interface RunSummary {
  readonly run: string;
  readonly state: WorkState;
  /** The active phase, or the one when the run ended; null when the work is over. */
  readonly phase: string | null;
  /** Without secrets, for display. */
  readonly status: RunStatus;
}

export interface RunReading extends RunSummary {
  readonly records: readonly WorkRecord[];
}

/**
 * Reads a run of the workspace, with all of its records in memory.
 *
 * @param run - its id; the current one by default
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger is broken
 */
export const readRun = async (config: Config, run?: string | null): Promise<RunReading> => {
  checkValue('readRun', 'config', config, KINDS.config);
  if (run != null) checkValue('readRun', 'run', run, KINDS.run);
  const records: WorkRecord[] = [];
  const summary = await readRunSummary(config, run, (record) => records.push(asWorkRecord(record)));
  return { ...summary, records };
};

/**
 * The status of a run of the workspace: its whole ledger is verified and folded, record by record and in constant
 * memory.
 *
 * @param run - its id; the current one by default
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger is broken
 */
export const readRunSummary = async (
  config: Config,
  run?: string | null,
  onRecord: (record: LedgerRecord) => void = () => {},
): Promise<RunSummary> => {
  const phases = config.phases.map(({ phase }) => phase);
  let { state } = beginFold(phases);
  const { run: id, head } = await walkRecords(config.folder, run, (record) => {
    state = foldWork(state, asWorkRecord(record));
    onRecord(record);
  });
  const phase = phaseAt(state.sums.position);
  // The config of a task list names no spec: each run has its own.
  restoreStatePage({ config: await configOfRun(config, id), run: id, phases, state, phase, at: head.at });
  const redact = createRedactData(config, process.env);
  return { run: id, state, phase, status: redact(describeStatus({ state, phases, phase, head })) };
};

/**
 * Only of the current run, and not while it is active: then the loop makes the page itself. A page that cannot be
 * written is skipped.
 */
const restoreStatePage = (facts: {
  readonly config: Config;
  readonly run: string;
  readonly phases: readonly string[];
  readonly state: WorkState;
  readonly phase: string | null;
  /** ISO 8601. */
  readonly at: string;
}): void => {
  const { config, run, phases, state, phase, at } = facts;
  const folders = runFolders(config.folder, run);
  if (readCurrentRun(config.folder) !== run || !isLeftBehind(folders)) return;
  try {
    const redact = createRedactData(config, process.env);
    const place = { folders, run, phases, spec: config.work.spec, redact };
    remakeStatePage(place, { status: statusNameOf(state.ending, false), state, phase, at });
  } catch {
    // The status of a run is shown even if its folder cannot be written.
  }
};
