/**
 * Checkpoints: where a run stood at one record of its ledger, kept outside the workspace beside the anchors, so that `status` and
 * `check` need not read the history. The loop writes them and never reads one: a resumed run is folded from its ledger alone.
 * Losing them costs time and nothing else.
 *
 * @module
 */
import { join } from 'node:path';
import { stateFolder } from '../ledger/state-folder.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { LEDGER_FORMAT } from '../ledger/migrations/migration.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { DUALGATE_VERSION } from '../version.ts';
import type { RunStatus } from './run-status.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** The first line of the file. The second is the record as it stands in the ledger, the third the state of the work. */
export interface CheckpointHead {
  /** Of the dualgate that wrote it, of its records and of what it folds them into: another one may fold to another state. */
  readonly version: string;
  /** Bytes of the ledger before the record. */
  readonly start: number;
  readonly status: RunStatus;
}

/** One more whenever a field of the status or of the state comes, goes or means something else. */
export const FOLD_SHAPE = 2;

export const CHECKPOINT_VERSION = `${DUALGATE_VERSION} ${LEDGER_FORMAT} ${FOLD_SHAPE}`;

/** Records that move neither the chart nor what waits for a commit; folded onto the checkpoint before them. */
export const QUIET_RECORDS: ReadonlySet<string> = new Set(['turn.ended', 'tests.ended', 'attempt.void']);

/** After so many quiet records a checkpoint is made all the same. */
const MAX_QUIET = 64;

interface CheckpointWriter {
  /** Hears every record, once it is in the ledger and folded. `size`: bytes of the ledger up to its end, that record included. */
  readonly see: (
    sealed: LedgerRecord,
    size: number,
    standing: () => { readonly state: WorkState; readonly status: RunStatus },
  ) => void;
}

/** @param size - bytes of the ledger before the first record that will be seen */
export const createCheckpoints = (run: string, size: number, env = process.env): CheckpointWriter => {
  const path = checkpointPath(run, env);
  let start = size;
  let quiet = 0;
  return {
    see: (sealed, end, standing) => {
      quiet = QUIET_RECORDS.has(sealed.type) ? quiet + 1 : 0;
      if (quiet === 0 || quiet >= MAX_QUIET) {
        quiet = 0;
        const { state, status } = standing();
        const head: CheckpointHead = { version: CHECKPOINT_VERSION, start, status };
        tryToWrite(path, [head, sealed, state].map((each) => `${JSON.stringify(each)}\n`).join(''));
      }
      start = end;
    },
  };
};

/** Of a run id that was checked: letters, digits and dashes. */
export const checkpointPath = (run: string, env: NodeJS.ProcessEnv): string =>
  join(stateFolder(env), 'checkpoints', `${run}.json`);

const tryToWrite = (path: string, text: string): void => {
  try {
    writeView(path, text);
  } catch {
    // Where the anchor cannot be written either, the run has said so; without a checkpoint the whole ledger is read.
  }
};
