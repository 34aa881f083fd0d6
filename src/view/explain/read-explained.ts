/** An explanation needs the end of the ledger, as `status` trusts it, if that is enough. Time does not grow with the run. */
import { closeSync, readSync } from 'node:fs';
import { type LedgerData, type WorkRecord, asWorkRecord } from '../../records/records.ts';
import type { DiscardedOutcome } from '../../records/events/turn.events.ts';
import { openPlain } from '../../base/files/open-plain.ts';
import { type LedgerRecord, parseLine } from '../../ledger/ledger-record.ts';
import { createSoundChain } from '../../ledger/sound-chain.ts';
import { createLineCutter } from '../../base/cut-lines.ts';
import { foldWork } from '../../records/fold/fold-sums.ts';
import type { OpenApproval } from '../../records/fold/open-approval.ts';
import { UNSTARTED } from '../../records/fold/work-state.ts';
import { readRecords } from '../../records/read-records.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { type Checkpoint, readCheckpoint } from '../read-checkpoint.ts';
import { readTail } from '../read-run.ts';

export interface Which {
  /** Within its phase; null for the last. */
  readonly iteration: number | null;
  /** Null for that of the last decision. */
  readonly phase: string | null;
}

/** They have its decision with its turn, and the decision before it. An explanation needs nothing else from before. */
const isEnough = (records: readonly WorkRecord[], which: Which): boolean => {
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  const phase = which.phase ?? decided.at(-1)?.record.phase;
  const at = decided.findLastIndex(
    ({ record }) => record.phase === phase && (which.iteration === null || record.iteration === which.iteration),
  );
  const found = decided[at];
  if (found === undefined || at === 0) return false;
  return (
    // A verdict about the same sources may be of any time.
    found.record.metrics.review_approved === undefined &&
    records.some((each) => each.type === 'turn.ended' && isTurnOf(each.data, found)) &&
    (which.iteration === null || which.phase !== null || lastTried(records) === phase)
  );
};

const isTurnOf = (
  { phase, iteration, attempt }: LedgerData['turn.ended'],
  { record }: LedgerData['iteration.decided'],
): boolean => phase === record.phase && iteration === record.iteration && attempt === record.attempt;

/** The phase of the last decision or discarded turn: without a phase, a number is looked for there first. */
const lastTried = (records: readonly WorkRecord[]): string | undefined => {
  const last = records.findLast(({ type }) => type === 'iteration.decided' || type === 'turn.discarded');
  if (last?.type === 'iteration.decided') return last.data.decision.phase;
  return last?.type === 'turn.discarded' ? last.data.phase : undefined;
};

/** Attempts at an iteration without a decision, and why: crashed turns, limits of a provider, invalid measurements. */
export interface DiscardedTurn {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  /** `null` in ledgers without it. */
  readonly outcome: DiscardedOutcome | null;
  readonly why: string;
  /** ISO 8601: the end of the wait for a provider's limit; null without a wait. */
  readonly wait_until: string | null;
}

export const listAttempts = (records: readonly WorkRecord[]): readonly DiscardedTurn[] =>
  records.flatMap((record) => {
    if (record.type !== 'turn.discarded') return [];
    const { phase, iteration, attempt, outcome = null, why, wait_until = null } = record.data;
    return [{ phase, iteration, attempt, at: record.at, outcome, why, wait_until }];
  });

/**
 * Attempts at an iteration without a decision; none if it was decided, or nothing was tried.
 * @param which - number within its phase, null for the last attempt; phase, null for that of the last decision or
 * attempt. If both are null in a run with a decision, there are none: then the last decision is meant.
 */
export const explainUndecided = (records: readonly WorkRecord[], which: Which): readonly DiscardedTurn[] => {
  const places = records.flatMap(placeOf);
  const isAskedForLast = which.phase === null && which.iteration === null;
  if (isAskedForLast && places.some(({ isDecided }) => isDecided)) return [];
  const phase = which.phase ?? places.at(-1)?.phase;
  const fits = (each: Place): boolean =>
    each.phase === phase && (which.iteration === null || each.iteration === which.iteration);
  if (places.some((each) => each.isDecided && fits(each))) return [];
  const tried = listAttempts(records).filter((each) => fits({ ...each, isDecided: false }));
  const last = tried.at(-1);
  return tried.filter(({ iteration }) => iteration === last?.iteration);
};

interface Place {
  readonly phase: string;
  readonly iteration: number;
  readonly isDecided: boolean;
}

const placeOf = (record: WorkRecord): readonly Place[] => {
  if (record.type === 'iteration.decided') return [{ ...record.data.decision, isDecided: true }];
  return record.type === 'turn.discarded' ? [{ ...record.data, isDecided: false }] : [];
};

interface ReadForExplanation {
  readonly run: string;
  /** All of them, or the first and the last ones. */
  readonly records: readonly WorkRecord[];
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
