/**
 * The state of a run from its records alone: for displays of several runs, which need neither their configs nor their
 * charts.
 *
 * @module
 */
import { LedgerError } from '../ledger/ledger-error.ts';
import { foldWork } from '../records/fold/fold-work.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { walkRecords } from '../records/read-records.ts';
import { RunError } from '../records/run-error.ts';
import { runFolders } from '../records/run-folders.ts';
import { asWorkRecord } from '../records/records.ts';
import { readCheckpoint } from './read-checkpoint.ts';
import { statusSince } from './status-since.ts';

interface RunState {
  readonly state: WorkState;
  /** ISO 8601: the last record. */
  readonly at: string;
}

/**
 * From its checkpoint if that matches the end of the ledger, otherwise from the whole ledger. @throws as
 * `readWholeState`
 */
export const readState = async (folder: string, run: string): Promise<RunState> => {
  const checkpoint = readCheckpoint(run, runFolders(folder, run).ledger);
  const since = checkpoint === null ? null : statusSince(checkpoint);
  return since === null ? readWholeState(folder, run) : { state: since.state, at: since.status.head.at };
};

/**
 * The whole ledger, verified, in constant memory.
 *
 * @param folder - the workspace
 * @throws {RunError} when there is no such run @throws {LedgerError} when its ledger does not hold
 */
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
