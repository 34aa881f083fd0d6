/** Parts of the record of an iteration. */

/** The answer of a person to the question whether a phase may be exited. */
export interface Approval {
  /** Whether the phase may be exited. */
  readonly approved: boolean;
  /** The operator, or `approval.command`. */
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Fingerprint of the sources that the person saw. */
  readonly tree: string;
  /** Why it was rejected; absent where it was approved. */
  readonly reason?: string;
}

/** A criterion that already holds where new tests must fail (rule 2.14), as the agent names it. */
export interface NamedGuard {
  /** The id of the criterion. */
  readonly id: string;
  /** The reason. */
  readonly why: string;
}

/** The same, as the record has it. */
export interface Guard extends NamedGuard {
  /** `spec`: it has a mark there. */
  readonly by: 'spec' | 'agent';
  /** Ids of its new tests that passed. */
  readonly tests: readonly string[];
}

/** Why the suite did not run, or not as often as gate 1 asks. */
export interface NotStarted {
  /** How many runs gate 1 still asks for, 1 or more. */
  readonly runs: number;
  /** Why the phase is held without them, as the end of a sentence. */
  readonly because: string;
}
