/**
 * A checkpoint held against the ledger that lies in the workspace: it counts when the ledger ends with the very record that it was
 * made at, or with quiet ones after it. Anything else is no error: then the whole ledger is read.
 *
 * It must not load what folds, the config or the charts: `status` is done in the time that Node takes to start.
 *
 * @module
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import { createSoundChain } from '../ledger/sound-chain.ts';
import { createLineCutter } from '../lines/cut-lines.ts';
import { DUALGATE_VERSION } from '../version.ts';
import { type Checkpoint, checkpointPath, QUIET_RECORDS } from './checkpoint.ts';
import type { RunStatus } from './run-status.ts';
import type { WorkState } from './work-state.ts';

export interface ReadCheckpoint {
  /** At the checkpoint. */
  readonly status: RunStatus;
  /** At the checkpoint. */
  readonly state: () => WorkState;
  /** Quiet records that came since, in order. */
  readonly since: readonly LedgerRecord[];
}

/** More than that since the last checkpoint is a ledger to be read from its beginning. */
const MAX_TAIL_BYTES = 8 << 20;

/**
 * The checkpoint of a run, or `null` when there is none that the end of the ledger bears out. The middle of the ledger is not
 * looked at: what is told comes from what the loop itself folded as it wrote, and `verify` is for the rest.
 */
export const readCheckpoint = (run: string, ledger: string, env = process.env): ReadCheckpoint | null => {
  try {
    const text = readFileSync(checkpointPath(run, env), 'utf8');
    const cut = text.indexOf('\n');
    const checkpoint = parseCheckpoint(text.slice(0, cut), run);
    if (checkpoint === null) return null;
    const since = readSince(ledger, checkpoint, readAnchor(anchorFolder(env), run));
    if (since === null) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this version wrote it, where no agent in a sandbox writes
    return { status: checkpoint.status, state: () => JSON.parse(text.slice(cut)) as WorkState, since };
  } catch {
    // It is not there, or cannot be read, or is torn; the anchor is spoilt; the ledger is gone: who reads it whole says which.
    return null;
  }
};

const parseCheckpoint = (line: string, run: string): Checkpoint | null => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above; a line of another version is not used
  const found = JSON.parse(line) as Checkpoint;
  return found.version === DUALGATE_VERSION && found.status.run === run ? found : null;
};

/** The records behind the checkpoint, or `null` when the end of the ledger is not what the checkpoint says. */
const readSince = (
  path: string,
  { head, start, end }: Checkpoint,
  anchor: { readonly seq: number; readonly hash: string } | null,
): readonly LedgerRecord[] | null => {
  const bytes = readFrom(path, start);
  if (bytes === null || bytes.length < end - start || bytes[end - start - 1] !== 10) return null;
  const chain = createSoundChain({ after: { seq: head.seq - 1, hash: head.prev }, anchored: anchor?.seq ?? null });
  const since: LedgerRecord[] = [];
  let isBorneOut = true;
  createLineCutter((line) => {
    isBorneOut &&= chain.see(line, 0, line.length);
    const seen = chain.head();
    if (seen === null || seen.seq < head.seq || !isBorneOut) return;
    if (seen.seq === head.seq) isBorneOut = seen.hash === head.hash;
    else {
      const record = parseLine(line.toString('utf8'));
      isBorneOut = QUIET_RECORDS.has(record.type);
      since.push(record);
    }
  }).push(bytes);
  if (anchor !== null && anchor.seq >= head.seq) isBorneOut &&= chain.holds(anchor);
  return isBorneOut ? since : null;
};

/** A ledger whose last line is still being written is read up to the line before. */
const readFrom = (path: string, start: number): Buffer | null => {
  const descriptor = openSync(path, 'r');
  try {
    const length = fstatSync(descriptor).size - start;
    if (length <= 0 || length > MAX_TAIL_BYTES) return null;
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more)
      more = readSync(descriptor, bytes, read, length - read, start + read);
    return bytes.subarray(0, read);
  } finally {
    closeSync(descriptor);
  }
};
