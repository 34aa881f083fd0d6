/**
 * The answer of a person, as a record has it.
 *
 * @module
 */

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
