/**
 * Compares a checkpoint with the ledger in the workspace: it is valid when its record is in its place, byte for byte,
 * and only quiet records follow. Otherwise the whole ledger is read; that is no error. It loads no code that folds or
 * hashes: `status` takes only as long as Node's start.
 */
import { join } from 'node:path';
import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs';
import { stateFolder } from '../ledger/state-folder.ts';
import { LEDGER_FORMAT } from '../ledger/format.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/write-view.ts';
import { DUALGATE_VERSION } from '../base/version.ts';
import type { RunStatus } from './run-status.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { type Anchor, anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { openPlain } from '../base/files/open-plain.ts';

// Checkpoints: the state of a run at one record of its ledger, kept outside the workspace beside the anchors, so that `status`
// and `check` need not read the history. The loop writes them and never reads one: a resumed run is folded from its ledger
// alone. A lost checkpoint only costs time.

/** The first line of the file. The second is the record as in the ledger, the third the state of the work. */
interface CheckpointHead {
  /** The dualgate that wrote it, with its records and its fold: another version may fold to another state. */
  readonly version: string;
  /** Bytes of the ledger before the record. */
  readonly start: number;
  readonly status: RunStatus;
}

/** One more whenever a field of the status or of the state comes, goes or means something else. */
export const FOLD_SHAPE = 12;

const CHECKPOINT_VERSION = `${DUALGATE_VERSION} ${LEDGER_FORMAT} ${FOLD_SHAPE}`;

/** Records that change neither the chart nor a due commit; they are folded onto the checkpoint before them. */
export const QUIET_RECORDS: ReadonlySet<string> = new Set(['turn.ended', 'tests.ended', 'turn.discarded']);

/** A checkpoint is also made after this many quiet records. */
const MAX_QUIET = 64;

/** @param size - bytes of the ledger before the first record that it receives */
export const createCheckpoints = (run: string, size: number, env = process.env) => {
  const path = checkpointPath(run, env);
  let start = size;
  let quiet = 0;
  return {
    /** Receives every record, once it is in the ledger and folded. @param end - bytes of the ledger up to its end */
    see: (
      sealed: LedgerRecord,
      end: number,
      summary: () => { readonly state: WorkState; readonly status: RunStatus },
    ): void => {
      quiet = QUIET_RECORDS.has(sealed.type) ? quiet + 1 : 0;
      if (quiet === 0 || quiet >= MAX_QUIET) {
        quiet = 0;
        const { state, status } = summary();
        const head: CheckpointHead = { version: CHECKPOINT_VERSION, start, status };
        try {
          writeView(path, [head, sealed, state].map((each) => `${JSON.stringify(each)}\n`).join(''));
        } catch {
          // If the anchor cannot be written either, the run has reported it; without a checkpoint the whole ledger is read.
        }
      }
      start = end;
    },
  };
};

/** For a checked run id: letters, digits and dashes. */
export const checkpointPath = (run: string, env: NodeJS.ProcessEnv): string =>
  join(stateFolder(env), 'checkpoints', `${run}.json`);

export interface Checkpoint {
  readonly status: RunStatus;
  readonly state: () => WorkState;
  /** Bytes of the ledger up to the record of the checkpoint, that record included. */
  readonly end: number;
  /** The part of the ledger after the record of the checkpoint: complete lines, or nothing. */
  readonly tail: Buffer;
  readonly anchor: Anchor | null;
}

/** A ledger with more bytes than this since the last checkpoint is read from its beginning. */
const MAX_BYTES = 8 << 20;

/**
 * The checkpoint of a run, or `null` when none matches the end of the ledger. The middle of the ledger is not checked:
 * the status is what the loop itself folded as it wrote; the rest is a question for `verify`.
 */
export const readCheckpoint = (run: string, ledger: string, env = process.env): Checkpoint | null => {
  try {
    const text = readFileSync(checkpointPath(run, env), 'utf8');
    const ofRecord = text.indexOf('\n') + 1;
    const ofState = text.indexOf('\n', ofRecord) + 1;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this version wrote it, where no agent in a sandbox writes
    const { version, start, status } = JSON.parse(text.slice(0, ofRecord)) as CheckpointHead;
    if (version !== CHECKPOINT_VERSION || status.run !== run) return null;
    const record = Buffer.from(text.slice(ofRecord, ofState));
    const tail = readBehind(ledger, start, record);
    const anchor = readAnchor(anchorFolder(env), run);
    if (tail === null || isAgainst(anchor, status.head, tail.length > 0)) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const state = () => JSON.parse(text.slice(ofState)) as WorkState;
    return { status, state, end: start + record.length, tail, anchor };
  } catch {
    // Missing, unreadable or torn; the anchor is damaged; the ledger is missing: the reader of the whole ledger reports which.
    return null;
  }
};

/** Whether the ledger was anchored at another record, or at one that it does not reach. */
const isAgainst = (anchor: Anchor | null, head: RunStatus['head'], goesOn: boolean): boolean => {
  if (anchor === null || anchor.seq < head.seq) return false;
  return anchor.seq === head.seq ? anchor.hash !== head.hash : !goesOn;
};

/** The text after `line`, up to the last newline; `null` when the line is not there. The last line may still be incomplete. */
const readBehind = (path: string, start: number, line: Buffer): Buffer | null => {
  const descriptor = openPlain(path);
  try {
    const length = fstatSync(descriptor).size - start;
    if (line.length < 2 || length <= 0 || length > MAX_BYTES) return null;
    const bytes = Buffer.allocUnsafe(length);
    if (readSync(descriptor, bytes, 0, length, start) !== length) return null;
    return bytes.subarray(0, line.length).equals(line)
      ? bytes.subarray(line.length, bytes.lastIndexOf('\n') + 1)
      : null;
  } finally {
    closeSync(descriptor);
  }
};
