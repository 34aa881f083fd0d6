/**
 * A run from its ledger, without a lock: for `explain`, `check`, and `status` where the shortcut fails. It writes
 * nothing but STATE.md, if that was deleted.
 */
import { runFolders, readCurrentRun } from '../records/run-folders.ts';
import type { Config } from '../project/config/config.ts';
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import { checkValue, KINDS } from '../base/check-options.ts';
import { createRedactData } from '../base/redact-text.ts';
import { phaseAt } from '../records/fold/work-position.ts';
import { configOfRun } from '../records/hash-config.ts';
import { beginFold } from '../records/fold/fold-records.ts';
import { foldWork } from '../records/fold/fold-sums.ts';
import { walkRecords } from '../records/read-records.ts';
import { describeStatus, type RunStatus } from './run-status.ts';
import { asWorkRecord, type WorkRecord } from '../records/records.ts';
import { type WorkState, UNSTARTED } from '../records/fold/work-state.ts';
import { isLeftBehind } from './glance.ts';
import { statusNameOf } from './status-name.ts';
import { remakeStatePage } from './state-page.ts';
import { type Checkpoint, readCheckpoint, QUIET_RECORDS } from './read-checkpoint.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { RunError } from '../records/run-error.ts';
import { createLineCutter } from '../base/cut-lines.ts';
import { createSoundChain } from '../ledger/sound-chain.ts';

export interface RunSummary {
  readonly run: string;
  readonly state: WorkState;
  readonly phase: string | null;
  readonly status: RunStatus;
}

export interface RunReading extends RunSummary {
  readonly records: readonly WorkRecord[];
}

/**
 * Reads a run of the workspace, with all of its records in memory. @param run - its id; the current one by default
 * @throws {RunError} when there is none @throws {LedgerError} when its ledger is broken
 */
export const readRun = async (config: Config, run?: string | null): Promise<RunReading> => {
  checkValue('readRun', 'config', config, KINDS.config);
  if (run != null) checkValue('readRun', 'run', run, KINDS.run);
  const records: WorkRecord[] = [];
  const summary = await readRunSummary(config, run, (record) => records.push(asWorkRecord(record)));
  return { ...summary, records };
};

/**
 * The status of a run of the workspace: its whole ledger is verified and folded, record by record and in constant memory.
 * @param run - the current one by default @throws {RunError} when there is none @throws {LedgerError} when it is broken
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
  const redact = createRedactData(config, process.env);
  const summary = { run: id, state, phase, status: redact(describeStatus({ state, phases, phase, head })) };
  // The config of a task list names no spec: each run has its own.
  restoreStatePage(await configOfRun(config, id), summary);
  return summary;
};

/** Only of the current run, and not while active: the loop makes the page itself. A page that cannot be written is skipped. */
const restoreStatePage = (config: Config, { run, state, phase, status }: RunSummary): void => {
  const folders = runFolders(config.folder, run);
  if (readCurrentRun(config.folder) !== run || !isLeftBehind(folders)) return;
  try {
    const redact = createRedactData(config, process.env);
    const place = { folders, run, phases: config.phases.map(({ phase }) => phase), spec: config.work.spec, redact };
    remakeStatePage(place, { status: statusNameOf(state.ending, false), state, phase, at: status.head.at });
  } catch {
    // The status of a run is shown even if its folder cannot be written.
  }
};

/** As folding the whole ledger; pure. `null` when the later records are not quiet, or not chained to the checkpoint. */
export const statusSince = (checkpoint: Checkpoint): RunSummary | null => {
  const { run, phase, phases, head } = checkpoint.status;
  const since = readTail(checkpoint);
  if (since === null) return null;
  const state = since.map(asWorkRecord).reduce(foldWork, checkpoint.state());
  return { run, state, phase, status: describeStatus({ state, phases, phase, head: since.at(-1) ?? head }) };
};

interface RunState {
  readonly state: WorkState;
  /** ISO 8601: the last record. */
  readonly at: string;
}

/** From its checkpoint if that matches the end of the ledger, otherwise from the whole ledger. @throws as `readWholeState` */
export const readState = async (folder: string, run: string): Promise<RunState> => {
  const checkpoint = readCheckpoint(run, runFolders(folder, run).ledger);
  const since = checkpoint === null ? null : statusSince(checkpoint);
  return since === null ? readWholeState(folder, run) : { state: since.state, at: since.status.head.at };
};

/** Verified, in constant memory. @throws {RunError} when there is no such run @throws {LedgerError} when it does not hold */
export const readWholeState = async (folder: string, run: string): Promise<RunState> => {
  let state = UNSTARTED;
  const { head } = await walkRecords(folder, run, (sealed) => {
    state = foldWork(state, asWorkRecord(sealed));
  });
  return { state, at: head.at };
};

/** `null` for a run that is missing, or whose ledger does not hold. @param read - how */
export const readSoundState = async (
  folder: string,
  run: string,
  read: typeof readState = readState,
): Promise<WorkState | null> => {
  try {
    return (await read(folder, run)).state;
  } catch (error) {
    if (error instanceof LedgerError || error instanceof RunError) return null;
    throw error;
  }
};

/** The records since; `null` when they are not quiet, or not chained to the checkpoint. */
export const readTail = ({ status, tail, anchor }: Checkpoint): readonly LedgerRecord[] | null => {
  const after = status.head;
  const chain = createSoundChain({ after, anchored: anchor?.seq ?? null });
  const since: LedgerRecord[] = [];
  createLineCutter((line) => {
    if (chain.see(line, 0, line.length)) since.push(parseLine(line.toString('utf8')));
  }).push(tail);
  const isAnchored = anchor === null || anchor.seq < after.seq || chain.holds(anchor);
  return chain.holds(null) && isAnchored && since.every(({ type }) => QUIET_RECORDS.has(type)) ? since : null;
};
