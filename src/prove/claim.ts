/**
 * One claim of a proof, proven or not.
 *
 * @module
 */

export interface Claim {
  /** Stable, for programs: `fail-to-pass`. */
  readonly id: string;
  /** The claim, with its numbers, in a sentence. */
  readonly says: string;
  readonly holds: boolean;
  /** Why it is not proven, each in a sentence; empty when it is. */
  readonly because: readonly string[];
}

/** The result of a proof: it holds when every claim does. */
export interface Proof {
  readonly holds: boolean;
  readonly claims: readonly Claim[];
  /** Facts for a reader that decide nothing. */
  readonly notes: readonly string[];
  /** Ids of tests by their results; each sorted. */
  readonly tests: {
    readonly fail_to_pass: readonly string[];
    readonly pass_to_pass: readonly string[];
    /** The problems of the claims that do not hold. */
    readonly failed: readonly string[];
  };
}

/** A claim holds when there is no reason against it. */
export const claim = (id: string, says: string, because: readonly string[]): Claim => ({
  id,
  says,
  holds: because.length === 0,
  because,
});
