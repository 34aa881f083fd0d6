/**
 * The score of spec 002, as a record has it.
 *
 * @module
 */

/** The parts that spec 002 gives points for. */
export type ConfidencePart = 'block' | 'phase_complete' | 'files_modified' | 'task_done' | 'keywords' | 'tests_status';

/** The score of spec 002. */
export interface Confidence {
  /** 0 to 100. */
  readonly score: number;
  /** The threshold of the config. */
  readonly threshold: number;
  /** Points given for each part: 0, or its weight. */
  readonly parts: Readonly<Record<ConfidencePart, number>>;
  /** Patterns that were found, as written in the config. */
  readonly keywords: readonly string[];
  /** `keywords`: there was no block. `block_without_nonce`: there was one, but its content does not count. */
  readonly basis: 'block' | 'block_without_nonce' | 'keywords';
  /** Iterations in a row, this one included, that claim completion at a score under 50. */
  readonly low_claims: number;
}
