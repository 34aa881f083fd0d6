/** The indicators of completion of spec 000. They replace no part of the floor (rule 1.2). */
import type { Metrics } from './metrics.ts';

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

/** Checks of spec 000, by its names. */
interface Evidence {
  readonly tests: boolean;
  readonly acceptance_criteria: boolean;
  readonly build: boolean;
  readonly clean_git: boolean;
}

/** Which of the checks pass. Only measured values are evidence. */
export const lookAtEvidence = (known: Metrics, criteriaAddressed: boolean): Evidence => ({
  tests:
    (known.tests_total ?? 0) >= 1 &&
    known.tests_failing === 0 &&
    known.tests_passing === known.tests_total &&
    known.runner_exit_code === 0,
  acceptance_criteria: criteriaAddressed,
  build: known.build_ok === true,
  clean_git: known.git_clean === true,
});

/** The checks that are switched on, each with its result. */
export const chooseEvidence = (
  evidence: Evidence,
  wanted: Readonly<Record<keyof Evidence, boolean>>,
): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(evidence).filter(([name]) => Reflect.get(wanted, name) === true));

interface IndicatorsFound {
  /** Patterns, each once. */
  readonly patterns: readonly string[];
  readonly evidence: Readonly<Record<string, boolean>>;
  /** 0 where an override removed it. */
  readonly threshold: number;
}

export const countIndicators = ({ patterns, evidence, threshold }: IndicatorsFound): Metrics => ({
  completion_indicators: patterns.length,
  evidence_indicators: Object.values(evidence).filter(Boolean).length,
  indicator_threshold: threshold,
});
