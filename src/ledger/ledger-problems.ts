/**
 * The problems of a ledger, each with its sentence and its advice.
 *
 * @module
 */

/**
 * `garbage`: a line that is not a record. `changed`: a record whose hash does not match its bytes. `lost`: records
 * are missing in between. `inserted`: a second, different record claims a place. `doubled`: a record appears twice.
 * `reordered`: a record follows one that came later. `unlinked`: a record was chained to another one than the one
 * before it. `torn`: the last line has no newline. `empty`: no record at all. `cut`: the ledger ends before the
 * anchor. `rewritten`: it is consistent, but not the ledger that was anchored.
 */
export type LedgerProblemCode =
  | 'garbage'
  | 'changed'
  | 'lost'
  | 'inserted'
  | 'doubled'
  | 'reordered'
  | 'unlinked'
  | 'torn'
  | 'empty'
  | 'cut'
  | 'rewritten';

export interface LedgerProblem {
  readonly code: LedgerProblemCode;
  /** The record of the problem; `null` where it is unknown. */
  readonly seq: number | null;
  /** Line of the file, from 1; `null` where it is not about a line. */
  readonly line: number | null;
  /**
   * The start of that line in the file, in bytes from 0; `null` or absent without a line, or when it was not
   * determined.
   */
  readonly offset?: number | null;
  /** The problem, in one sentence. */
  readonly what: string;
  /** The advice, in one sentence. */
  readonly advice: string;
}

const RESTORE = 'Do not continue from this ledger. Restore it from a copy, or start a new run.';

const ADVICE: Readonly<Record<LedgerProblemCode, string>> = {
  garbage: RESTORE,
  changed: RESTORE,
  lost: RESTORE,
  inserted: RESTORE,
  doubled: RESTORE,
  reordered: RESTORE,
  unlinked: RESTORE,
  torn: 'A crash causes this: dualgate resume cuts the line off, keeps it beside the ledger and continues.',
  empty: 'Start a new run.',
  cut: 'Written records are missing: restore the ledger from a copy, or start a new run.',
  rewritten:
    'The chain was rewritten and its hashes recomputed: do not trust it. Restore it from a copy, or start a new run.',
};

/** Makes a problem with the advice of its code. */
export const createProblem = (
  code: LedgerProblemCode,
  place: { readonly seq: number | null; readonly line: number | null },
  what: string,
): LedgerProblem => ({ code, seq: place.seq, line: place.line, what, advice: ADVICE[code] });
