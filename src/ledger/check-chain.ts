/**
 * Checks the chain line by line: each record is unchanged, in its place, and chained to the one before. A pure reducer
 * over lines. It keeps one hash for each record, to distinguish a late record from a forged one.
 */
import { FIRST_PREV, type Frame, hashBytes, readFrame, SEAL_LENGTH } from './ledger-record.ts';
import { isJson } from '../base/text/parse-json.ts';

const RESTORE = 'Do not continue from this ledger. Restore it from a copy, or start a new run.';

/** Each problem of a ledger, and the way out. docs/how-to/read-a-ledger.md has the table. */
export const LEDGER_PROBLEMS = {
  garbage: { means: 'A line is not a record, or its data is not JSON.', advice: RESTORE },
  changed: { means: 'The hash of a record does not match its bytes.', advice: RESTORE },
  lost: { means: 'Records are missing in between.', advice: RESTORE },
  inserted: { means: 'A second, different record has the same number.', advice: RESTORE },
  doubled: { means: 'A record appears twice.', advice: RESTORE },
  reordered: { means: 'A record follows one that came later.', advice: RESTORE },
  unlinked: { means: 'A record is not chained to the one before it.', advice: RESTORE },
  torn: {
    means: 'The last line has no newline or ends with zeros, as after a power cut.',
    advice: 'A crash causes this: dualgate resume cuts the line off, keeps it beside the ledger and continues.',
  },
  empty: { means: 'The ledger has no record.', advice: 'Start a new run.' },
  cut: {
    means: 'The ledger ends before the anchored record.',
    advice: 'Written records are missing: restore the ledger from a copy, or start a new run.',
  },
  rewritten: {
    means: 'It is another chain than the anchored one.',
    advice:
      'The chain was rewritten and its hashes recomputed: do not trust it. Restore it from a copy, or start a new run.',
  },
} as const;

type LedgerProblemCode = keyof typeof LEDGER_PROBLEMS;

export interface LedgerProblem {
  readonly code: LedgerProblemCode;
  /** The record of the problem; `null` where it is unknown. */
  readonly seq: number | null;
  /** Line of the file, from 1; `null` where it is not about a line. */
  readonly line: number | null;
  /** The start of that line in the file, in bytes from 0; `null` or absent without a line, or when it was not determined. */
  readonly offset?: number | null;
  readonly what: string;
  readonly advice: string;
}

export const createProblem = (
  code: LedgerProblemCode,
  place: { readonly seq: number | null; readonly line: number | null },
  what: string,
): LedgerProblem => ({ code, seq: place.seq, line: place.line, what, advice: LEDGER_PROBLEMS[code].advice });

/** Position and hash of a record: enough to name the whole ledger up to it. */
export interface LedgerHead {
  readonly seq: number;
  readonly hash: string;
}

export interface ChainReport {
  readonly records: number;
  /** The last sound record, in the order of their numbers; `null` when there is none. */
  readonly head: LedgerHead | null;
  /** The first 100 problems, by line. */
  readonly problems: readonly LedgerProblem[];
}

interface ChainCheck {
  readonly see: (line: Buffer) => void;
  /** Reports the problems; `anchor` is the head kept outside the workspace. */
  readonly report: (anchor: LedgerHead | null) => ChainReport;
}

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

const MAX_PROBLEMS = 100;

export const createChainCheck = (): ChainCheck => {
  const hashes = new Map<number, string>();
  const damaged = new Set<number>();
  const problems: LedgerProblem[] = [];
  const gaps: Gap[] = [];
  let line = 0;
  let next = 0;
  // Lines that are no sound records: the next sound one shows whether they replace lost records.
  let unsound = 0;

  const add = (code: LedgerProblemCode, seq: number | null, what: string): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(createProblem(code, { seq, line }, what));
  };

  const place = ({ seq, prev }: Frame, hash: string): void => {
    if (seq < next) return placeLate(seq, hash);
    const missing = seq - next - unsound;
    if (missing > 0 && gaps.length < MAX_PROBLEMS) gaps.push({ from: next, to: seq - 1, line });
    if (seq === next && prev !== (hashes.get(seq - 1) ?? FIRST_PREV)) {
      add('unlinked', seq, `record ${seq} (line ${line}) is not chained to the record before it`);
    }
    hashes.set(seq, hash);
    next = seq + 1;
    unsound = 0;
  };

  const placeLate = (seq: number, hash: string): void => {
    const there = hashes.get(seq);
    if (there === undefined) {
      hashes.set(seq, hash);
      add('reordered', seq, `record ${seq} is at line ${line}, after record ${next - 1}`);
    } else if (there === hash) add('doubled', seq, `record ${seq} appears again at line ${line}`);
    else add('inserted', seq, `another record claims the place of record ${seq} at line ${line}`);
  };

  return {
    see: (bytes) => {
      line += 1;
      const frame = readFrame(bytes.toString('latin1'));
      // Keeps the computed hash: a slice of the line would keep the complete line in memory.
      const hash = hashBytes(bytes.subarray(0, -SEAL_LENGTH));
      if (frame?.hash === hash && isJson(frame.data)) return place(frame, hash);
      unsound += 1;
      if (frame === null || frame.hash === hash) return add('garbage', null, `line ${line} is not a record`);
      damaged.add(frame.seq);
      return add('changed', frame.seq, `record ${frame.seq} (line ${line}) was changed: its hash does not match`);
    },
    report: (anchor) => {
      const seen = [...hashes.keys(), ...damaged];
      const lost = gaps.flatMap((gap) => describeGap(gap, seen));
      const all = [...problems, ...lost, ...findAnchored(anchor, next + unsound, hashes)];
      const hash = hashes.get(next - 1);
      return {
        records: hashes.size,
        head: hash === undefined ? null : { seq: next - 1, hash },
        problems: all.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity)).slice(0, MAX_PROBLEMS),
      };
    },
  };
};
/** Records of a gap that appear elsewhere, or are present but changed, are reported as such and not as lost. */
const describeGap = ({ from, to, line }: Gap, seen: readonly number[]): readonly LedgerProblem[] => {
  const there = seen.filter((seq) => seq >= from && seq <= to).sort((a, b) => a - b);
  const starts = [from, ...there.map((seq) => seq + 1)];
  return starts.flatMap((start, index) => {
    const end = (there[index] ?? to + 1) - 1;
    if (start > end) return [];
    const which = start === end ? `record ${start} is` : `records ${start} to ${end} are`;
    return [createProblem('lost', { seq: start, line }, `${which} missing before line ${line}`)];
  });
};

const findAnchored = (
  anchor: LedgerHead | null,
  end: number,
  hashes: ReadonlyMap<number, string>,
): readonly LedgerProblem[] => {
  if (anchor === null) return [];
  const { seq, hash } = anchor;
  const nowhere = { seq, line: null };
  if (seq >= end) {
    const what = end === 0 ? 'contains no record' : `ends at record ${end - 1}`;
    return [createProblem('cut', nowhere, `the ledger ${what}, but record ${seq} was anchored`)];
  }
  const there = hashes.get(seq);
  // A lost or changed record is already reported as such.
  if (there === undefined || there === hash) return [];
  return [createProblem('rewritten', nowhere, `record ${seq} is not the one that was anchored`)];
};
