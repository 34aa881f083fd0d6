/**
 * The answer of a reviewer: types that the ledger, the loop and the views share.
 *
 * @module
 */

/** One problem that the reviewer found. */
export interface ReviewFinding {
  /** As the reviewer wrote it, on one line. */
  readonly path: string;
  /** From 1; null: the whole file. */
  readonly line: number | null;
  /** In one sentence, shortened. */
  readonly problem: string;
}

/** `approved` and `findings` are verdicts; `no_verdict` holds too, and the review is asked again. */
type ReviewOutcome = 'approved' | 'findings' | 'no_verdict';

export interface ReviewAnswer {
  /** Its verdict; `no_verdict`: it gave none. */
  readonly outcome: ReviewOutcome;
  /** Why there is no verdict, or why it does not approve although it says so; '' otherwise. */
  readonly why: string;
  /** At most 20, in its order. */
  readonly findings: readonly ReviewFinding[];
}

/** Characters of one finding. */
export const MAX_PROBLEM = 300;
export const MAX_PATH = 200;
/** A longer list is cut: the first ones are enough for one turn. */
export const MAX_FINDINGS = 20;
