/** An operator's indicator threshold, as recorded when the run begins or resumes (spec 000). */

/** The indicator threshold of an operator. It is read once: when the run begins or resumes. */
export interface GivenThreshold {
  /** 1 or more. */
  readonly threshold: number;
  /** The option or the variable that set it. */
  readonly from: '--exit-threshold' | 'CUB_EXIT_THRESHOLD';
  /** The operator. */
  readonly by: string;
}
