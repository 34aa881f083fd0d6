/**
 * Checkpoints: the state of a run at one record of its ledger, kept outside the workspace beside the anchors, so that
 * `status` and `check` need not read the history. The loop writes them and never reads one: a resumed run is folded
 * from its ledger alone. A lost checkpoint only costs time.
 *
 * @module
 */
import { join } from 'node:path';
import { stateFolder } from '../ledger/state-folder.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { LEDGER_FORMAT } from '../ledger/format.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { DUALGATE_VERSION } from '../version.ts';
import type { RunStatus } from './run-status.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** The first line of the file. The second is the record as in the ledger, the third the state of the work. */
export interface CheckpointHead {
  /** The dualgate that wrote it, with its records and its fold: another version may fold to another state. */
  readonly version: string;
  /** Bytes of the ledger before the record. */
  readonly start: number;
  readonly status: RunStatus;
}

/** One more whenever a field of the status or of the state comes, goes or means something else. */
export const FOLD_SHAPE = 12;

export const CHECKPOINT_VERSION = `${DUALGATE_VERSION} ${LEDGER_FORMAT} ${FOLD_SHAPE}`;

/** Records that change neither the chart nor a due commit; they are folded onto the checkpoint before them. */
export const QUIET_RECORDS: ReadonlySet<string> = new Set(['turn.ended', 'tests.ended', 'turn.discarded']);

/** A checkpoint is also made after this many quiet records. */
const MAX_QUIET = 64;

interface CheckpointWriter {
  /**
   * Receives every record, once it is in the ledger and folded. `size`: bytes of the ledger up to its end, that
   * record included.
   */
  readonly see: (
    sealed: LedgerRecord,
    size: number,
    summary: () => { readonly state: WorkState; readonly status: RunStatus },
  ) => void;
}

/** @param size - bytes of the ledger before the first record that it receives */
export const createCheckpoints = (run: string, size: number, env = process.env): CheckpointWriter => {
  const path = checkpointPath(run, env);
  let start = size;
  let quiet = 0;
  return {
    see: (sealed, end, summary) => {
      quiet = QUIET_RECORDS.has(sealed.type) ? quiet + 1 : 0;
      if (quiet === 0 || quiet >= MAX_QUIET) {
        quiet = 0;
        const { state, status } = summary();
        const head: CheckpointHead = { version: CHECKPOINT_VERSION, start, status };
        tryToWrite(path, [head, sealed, state].map((each) => `${JSON.stringify(each)}\n`).join(''));
      }
      start = end;
    },
  };
};

/** For a checked run id: letters, digits and dashes. */
export const checkpointPath = (run: string, env: NodeJS.ProcessEnv): string =>
  join(stateFolder(env), 'checkpoints', `${run}.json`);

const tryToWrite = (path: string, text: string): void => {
  try {
    writeView(path, text);
  } catch {
    // If the anchor cannot be written either, the run has reported it; without a checkpoint the whole ledger is read.
  }
};
