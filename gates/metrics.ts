/**
 * The metrics that the floor and the default phases name, each with its type and its meaning. A measure brings further ones
 * with it, see `TddConfig.metrics`; a condition that names anything else does not compile.
 *
 * @module
 */
export type MetricType = 'number' | 'boolean';

export interface MetricDefinition {
  readonly type: MetricType;
  /** What it is measured from, for people and for the generated reference. */
  readonly meaning: string;
  /** Whether another value of it shows that the work moves (RULES 4.2). Never of what the agent says, or of what counts up by itself. */
  readonly progress: boolean;
}

/** Metrics by their names, which are case-sensitive. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** A number that describes the work: another value of it is progress. */
export const count = (meaning: string) => ({ type: 'number', meaning, progress: true }) as const;
/** A fact that describes the work: another value of it is progress. */
export const flag = (meaning: string) => ({ type: 'boolean', meaning, progress: true }) as const;
/** The same metric, another value of which is no progress. */
export const withoutProgress = <T extends MetricType>({
  type,
  meaning,
}: {
  readonly type: T;
  readonly meaning: string;
}) => ({ type, meaning, progress: false }) as const;

/** Numbers are whole and 0 or more. Names are the specification's, the same everywhere. */
export const METRICS = {
  tests_total: count('tests of the last complete run; only new ones while tests must fail'),
  tests_passing: count('tests that passed in that run'),
  tests_failing: count('tests that failed in that run'),
  tests_skipped: count('tests that were skipped, todo or switched off in that run'),
  existing_total: count('tests that passed when the run began, whether the same run still reports them or not'),
  existing_passing: count('of those, the passing ones'),
  existing_failing: count('of those, the failing ones'),
  unhandled_errors: count('errors outside any test in that run'),
  suite_load_failures: count('test files that did not load in that run'),
  runner_exit_code: count('exit code of the test runner'),
  report_fresh: flag("the runner's report was written by this very run"),
  report_complete: flag("the runner's report has an end, was not interrupted, and its sums add up"),
  consecutive_green_runs: count('the green-run counter, this iteration only'),
  criteria_count: count('acceptance criteria: the checkboxes of the frozen spec file'),
  iteration: withoutProgress(count('decided iterations in this phase, this one included')),
  max_refactor_iterations: count('config: limits.max_refactor_iterations'),
  required_docs_count: count('config: documents.required_docs_count'),
  refactoring_complete: withoutProgress(
    flag("the agent's block says so and the sources changed since the phase began"),
  ),
  no_more_improvements_identified: withoutProgress(flag('a turn that went well and changed no source')),
  docs_generated: count('documents of the configured globs that say something'),
  all_diagrams_valid: flag('at least one diagram, and all of them valid'),
  has_adr: flag('an architecture decision record was found'),
  has_c4_diagrams: flag('a valid C4 diagram was found'),
  tests_intact: flag('no frozen test, criterion or config was changed, no test is gone'),
  tree_stable: flag('the sources did not move while they were measured'),
  // Other mutants each time, of the same work.
  faults_planted: withoutProgress(
    count('small faults put into a copy of the changed code, under which the suite ran; only when it was probed'),
  ),
  faults_noticed: withoutProgress(count('of those, the ones that a test noticed')),
} as const satisfies MetricDefinitions;

export type MetricName = keyof typeof METRICS;

/** What one iteration measured. A metric that could not be measured is absent, and an absent one never helps to open. */
export type Metrics = {
  readonly [K in MetricName]?: (typeof METRICS)[K]['type'] extends 'number' ? number : boolean;
} & { readonly [name: string]: number | boolean | undefined };

/** What a condition may name, with its type. */
export type Vocabulary = Readonly<Record<string, MetricType>>;

/** What a condition of gate 1 may ask for. @param metrics - those of measures */
export const vocabularyOf = (metrics: MetricDefinitions = {}): Vocabulary =>
  Object.fromEntries(Object.entries({ ...metrics, ...METRICS }).map(([name, { type }]) => [name, type]));

/** The metric as a number; 0 where it was not measured. */
export const countIn = (metrics: Metrics, name: string): number => {
  const value = metrics[name];
  return typeof value === 'number' ? value : 0;
};
