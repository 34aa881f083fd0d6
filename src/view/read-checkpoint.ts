/**
 * A checkpoint held against the ledger that lies in the workspace: it counts when the record that it was made at stands in its place,
 * byte for byte, and nothing but quiet records after it. Anything else is no error: then the whole ledger is read.
 *
 * It loads nothing that folds or hashes: `status` is done in the time that Node takes to start.
 *
 * @module
 */
import { closeSync, fstatSync, readFileSync, readSync } from 'node:fs';
import { type Anchor, anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { openPlain } from '../ledger/files/open-plain.ts';
import { CHECKPOINT_VERSION, type CheckpointHead, checkpointPath } from './checkpoint.ts';
import type { RunStatus } from './run-status.ts';
import type { WorkState } from '../records/fold/work-state.ts';

export interface Checkpoint {
  /** At the checkpoint. */
  readonly status: RunStatus;
  /** At the checkpoint. */
  readonly state: () => WorkState;
  /** What the ledger holds behind the record of the checkpoint: whole lines, or nothing. */
  readonly tail: Buffer;
  readonly anchor: Anchor | null;
}

/** More than that since the last checkpoint is a ledger to be read from its beginning. */
const MAX_BYTES = 8 << 20;
const LF = 10;

/**
 * The checkpoint of a run, or `null` when there is none that the end of the ledger bears out. The middle of the ledger is not
 * looked at: what is told is what the loop itself folded as it wrote; the rest is a question for `verify`.
 */
export const readCheckpoint = (run: string, ledger: string, env = process.env): Checkpoint | null => {
  try {
    const text = readFileSync(checkpointPath(run, env), 'utf8');
    const ofRecord = text.indexOf('\n') + 1;
    const ofState = text.indexOf('\n', ofRecord) + 1;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this version wrote it, where no agent in a sandbox writes
    const { version, start, status } = JSON.parse(text.slice(0, ofRecord)) as CheckpointHead;
    if (version !== CHECKPOINT_VERSION || status.run !== run) return null;
    const tail = readBehind(ledger, start, Buffer.from(text.slice(ofRecord, ofState)));
    const anchor = readAnchor(anchorFolder(env), run);
    if (tail === null || isAgainst(anchor, status.head, tail.length > 0)) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return { status, state: () => JSON.parse(text.slice(ofState)) as WorkState, tail, anchor };
  } catch {
    // It is not there, or cannot be read, or is torn; the anchor is spoilt; the ledger is gone: who reads it whole says which.
    return null;
  }
};

/** Whether the ledger was anchored at another record, or at one that it does not reach. */
const isAgainst = (anchor: Anchor | null, head: RunStatus['head'], goesOn: boolean): boolean => {
  if (anchor === null || anchor.seq < head.seq) return false;
  return anchor.seq === head.seq ? anchor.hash !== head.hash : !goesOn;
};

/** What stands behind `line`, up to the last newline; `null` when the line is not there. A last line may still be being written. */
const readBehind = (path: string, start: number, line: Buffer): Buffer | null => {
  const bytes = readFrom(path, start);
  if (line.length < 2 || bytes === null || !bytes.subarray(0, line.length).equals(line)) return null;
  return bytes.subarray(line.length, bytes.lastIndexOf(LF) + 1);
};

const readFrom = (path: string, start: number): Buffer | null => {
  const descriptor = openPlain(path);
  try {
    const length = fstatSync(descriptor).size - start;
    if (length <= 0 || length > MAX_BYTES) return null;
    const bytes = Buffer.allocUnsafe(length);
    return readSync(descriptor, bytes, 0, length, start) === length ? bytes : null;
  } finally {
    closeSync(descriptor);
  }
};
