/**
 * What can be wrong with a ledger, each with the sentence that names it and what to do.
 *
 * @module
 */

/**
 * `garbage`: a line that is not a record. `changed`: a record whose hash does not match its bytes. `lost`: records are
 * missing in between. `inserted`: a second, different record claims a place. `doubled`: a record is there twice.
 * `reordered`: a record stands after one that came later. `unlinked`: a record was chained to another one than the one
 * before it. `torn`: the last line has no newline. `empty`: no record at all. `cut`: the ledger ends before the anchor.
 * `rewritten`: it is whole in itself, but not the ledger that was anchored.
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
  /** The record it is about; `null` where no record can be told. */
  readonly seq: number | null;
  /** Line of the file, from 1; `null` where it is about no line. */
  readonly line: number | null;
  /** Where that line begins in the file, in bytes from 0; `null` or absent where no line is meant, or it was not looked for. */
  readonly offset?: number | null;
  /** One sentence: what is wrong. */
  readonly what: string;
  /** One sentence: what to do. */
  readonly advice: string;
}

const RESTORE = 'Do not go on from this ledger; restore it from a copy, or start a new run.';

const ADVICE: Readonly<Record<LedgerProblemCode, string>> = {
  garbage: RESTORE,
  changed: RESTORE,
  lost: RESTORE,
  inserted: RESTORE,
  doubled: RESTORE,
  reordered: RESTORE,
  unlinked: RESTORE,
  torn: 'A crash leaves this: dualgate resume cuts the line off, keeps it beside the ledger and goes on.',
  empty: 'Start a new run.',
  cut: 'Records that were written are gone: restore the ledger from a copy, or start a new run.',
  rewritten: 'Somebody sealed the chain anew: trust nothing in it, restore it from a copy, or start a new run.',
};

/** Makes a problem with the advice of its code. */
export const createProblem = (
  code: LedgerProblemCode,
  place: { readonly seq: number | null; readonly line: number | null },
  what: string,
): LedgerProblem => ({ code, seq: place.seq, line: place.line, what, advice: ADVICE[code] });
