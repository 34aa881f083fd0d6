/**
 * The records of a run that an explanation needs: the end of its ledger, as `status` trusts it, where that is enough. The time does
 * not grow with the run.
 *
 * @module
 */
import { closeSync, readSync } from 'node:fs';
import { openPlain } from '../../files/open-plain.ts';
import { type LedgerRecord, parseLine } from '../../ledger/ledger-record.ts';
import { createSoundChain } from '../../ledger/sound-chain.ts';
import { createLineCutter } from '../../lines/cut-lines.ts';
import { foldWork } from '../../records/fold/fold-work.ts';
import type { OpenApproval } from '../../records/fold/open-approval.ts';
import { UNSTARTED } from '../../records/fold/work-state.ts';
import { readRecords } from '../../records/read-records.ts';
import { asWorkRecord, type WorkRecord } from '../../records/records.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { type Checkpoint, readCheckpoint } from '../read-checkpoint.ts';
import { readTail } from '../status-since.ts';
import { isEnough, type Which } from './is-enough.ts';

interface ReadForExplanation {
  readonly run: string;
  /** All of them, or the first and the last ones. */
  readonly records: readonly WorkRecord[];
  /** The exit that waits for a person; absent where none does. */
  readonly approval?: OpenApproval | undefined;
}

const FIRST_BYTES = 64 << 10;
/** An earlier iteration than these bytes hold is looked for from the beginning. */
const MAX_BYTES = 4 << 20;

/**
 * @param asked - the id of the run; undefined for the current one
 * @throws {RunError} when there is none @throws {LedgerError} when its ledger is broken
 */
export const readExplained = async (
  folder: string,
  asked: string | undefined,
  which: Which,
): Promise<ReadForExplanation> => {
  const current = asked ?? readCurrentRun(folder);
  const end = current === null ? null : readEnd(current, runFolders(folder, current).ledger, which);
  if (end !== null) return end;
  const { run, records } = await readRecords(folder, asked);
  return { run, records, approval: records.reduce(foldWork, UNSTARTED).openEnds.approval };
};

/** `null` where the end says too little, or is not sound: the reader of the whole ledger reports that. */
const readEnd = (run: string, ledger: string, which: Which): ReadForExplanation | null => {
  try {
    return findEnd(run, ledger, which);
  } catch {
    return null;
  }
};

const findEnd = (run: string, ledger: string, which: Which): ReadForExplanation | null => {
  const checkpoint = readCheckpoint(run, ledger);
  const since = checkpoint === null ? null : readTail(checkpoint)?.map(asWorkRecord);
  if (checkpoint === null || since === undefined || since === null) return null;
  const state = since.reduce(foldWork, checkpoint.state());
  const first = readFirst(ledger);
  // Another config rules since, which is somewhere in between.
  if (first?.type !== 'run.started' || first.data.config_hash !== state.configHash) return null;
  for (let bytes = FIRST_BYTES; bytes <= MAX_BYTES; bytes *= 4) {
    const before = readBefore(ledger, checkpoint, bytes);
    if (before === null) return null;
    const records = [...before.map(asWorkRecord), ...since];
    const isWhole = checkpoint.end <= bytes;
    if (isWhole || isEnough(records, which))
      return { run, records: isWhole ? records : [first, ...records], approval: state.openEnds.approval };
  }
  return null;
};

/** Its hash is not checked: its config is, by the state of the checkpoint. */
const readFirst = (ledger: string): WorkRecord | null => {
  const bytes = readBytes(ledger, 0, MAX_BYTES);
  const end = bytes.indexOf('\n');
  return end === -1 ? null : asWorkRecord(parseLine(bytes.toString('utf8', 0, end)));
};

/** The records that end with that of the checkpoint, in about so many bytes; `null` when they do not lead to it. */
const readBefore = (ledger: string, { end, status }: Checkpoint, most: number): readonly LedgerRecord[] | null => {
  const from = Math.max(0, end - most);
  const bytes = readBytes(ledger, from, end - from);
  const start = from === 0 ? 0 : bytes.indexOf('\n') + 1;
  if (from > 0 && start === 0) return [];
  const lines: Buffer[] = [];
  createLineCutter((line) => lines.push(line)).push(bytes.subarray(start));
  const records = lines.map((line) => parseLine(line.toString('utf8')));
  const [first] = records;
  if (first === undefined) return [];
  // Each hash covers the one before: the last one, which dualgate keeps, stands for all of them.
  const chain = createSoundChain({ after: { seq: first.seq - 1, hash: first.prev }, anchored: status.head.seq });
  for (const line of lines) chain.see(line, 0, line.length);
  return chain.holds(status.head) ? records : null;
};

const readBytes = (path: string, from: number, most: number): Buffer => {
  const descriptor = openPlain(path);
  try {
    const bytes = Buffer.allocUnsafe(most);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, most, from));
  } finally {
    closeSync(descriptor);
  }
};
