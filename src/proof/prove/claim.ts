/**
 * One thing that a proof shows, or fails to show.
 *
 * @module
 */

export interface Claim {
  /** Stable, for programs: `fail-to-pass`. */
  readonly id: string;
  /** What is claimed, with its numbers, in a sentence. */
  readonly says: string;
  readonly holds: boolean;
  /** Why it does not hold, each in a sentence; empty when it does. */
  readonly because: readonly string[];
}

/** The answer of a proof: it holds when every claim does. */
export interface Proof {
  readonly holds: boolean;
  readonly claims: readonly Claim[];
  /** What a reader should know, and what decides nothing. */
  readonly notes: readonly string[];
  /** Ids of tests by what they showed; each sorted. */
  readonly tests: {
    readonly fail_to_pass: readonly string[];
    readonly pass_to_pass: readonly string[];
    /** Of the claims that do not hold. */
    readonly failed: readonly string[];
  };
}

/** A claim holds when nothing speaks against it. */
export const claim = (id: string, says: string, because: readonly string[]): Claim => ({
  id,
  says,
  holds: because.length === 0,
  because,
});
