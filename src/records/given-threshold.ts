/**
 * An operator's indicator threshold, as it is recorded when the run begins or resumes (spec 000).
 *
 * @module
 */

/** Read once: when the run begins or resumes. */
export interface GivenThreshold {
  /** 1 or more. */
  readonly threshold: number;
  readonly from: '--exit-threshold' | 'CUB_EXIT_THRESHOLD';
  readonly by: string;
}
