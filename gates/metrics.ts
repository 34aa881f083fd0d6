/**
 * The metrics of the floor and the default phases, each with its type and meaning. Measures add others, see
 * `TddConfig.metrics`; a condition with any other name does not compile. @module
 */
export type MetricType = 'number' | 'boolean';

export interface MetricDefinition {
  readonly type: MetricType;
  /** Meaning, for people and for the generated reference. */
  readonly meaning: string;
  /** Whether a change shows that the work moves (rule 4.2). Never for the agent's statements and for counts that rise anyway. */
  readonly progress: boolean;
}

/** Metrics by their names, which are case-sensitive. */
export type MetricDefinitions = Readonly<Record<string, MetricDefinition>>;

/** A number that describes the work: a changed value is progress. */
export const count = (meaning: string) => ({ type: 'number', meaning, progress: true }) as const;
/** A fact that describes the work: a changed value is progress. */
export const flag = (meaning: string) => ({ type: 'boolean', meaning, progress: true }) as const;
/** The same metric, but a changed value is no progress. */
export const withoutProgress = <T extends MetricType>({
  type,
  meaning,
}: {
  readonly type: T;
  readonly meaning: string;
}) => ({ type, meaning, progress: false }) as const;

/** The metrics of the floor and the default phases. Numbers are whole and 0 or more. Names are those of the specification. */
export const METRICS = {
  tests_total: count('tests of the last complete run; while tests must fail, only the new ones'),
  tests_passing: count('tests that passed in that run'),
  tests_failing: count('tests that failed in that run'),
  tests_skipped: count('tests that were skipped, todo or disabled in that run'),
  tests_with_own_error: count(
    'new failing tests with an error of their own, such as a name that nothing declares; only while tests must fail, and only where a runner tells of one',
  ),
  existing_total: count('tests that passed when the run began, whether or not this test run still reports them'),
  existing_passing: count('tests of existing_total that passed in that run'),
  existing_failing: count('tests of existing_total that failed in that run'),
  unhandled_errors: count('errors outside any test in that run'),
  suite_load_failures: count('test files that did not load in that run'),
  runner_exit_code: count('exit code of the test runner'),
  report_fresh: flag("this test run wrote the runner's report itself"),
  report_complete: flag("the runner's report is complete: it has an end, was not interrupted, and its sums add up"),
  consecutive_green_runs: count('green test runs in a row, in this iteration only'),
  criteria_count: count(
    'acceptance criteria of the frozen specs; while tests must fail, without guards that already hold',
  ),
  criteria_with_id: count('criteria that have an id'),
  criteria_covered: count('criteria with a test that has their id'),
  criteria_passing: count('criteria with a passing test that has their id'),
  iteration: withoutProgress(count('decided iterations in this phase, this one included')),
  max_refactor_iterations: count('config: limits.max_refactor_iterations'),
  required_docs_count: count('config: documents.required_docs_count'),
  refactoring_complete: withoutProgress(
    flag('the agent reports REFACTORING_COMPLETE: true, and the sources changed since the phase began'),
  ),
  no_more_improvements_identified: withoutProgress(flag('the turn succeeded and changed no source')),
  docs_generated: count('documents in the configured globs that have content'),
  all_diagrams_valid: flag('there is at least one diagram, and all diagrams are valid'),
  has_adr: flag('there is an architecture decision record'),
  has_c4_diagrams: flag('there is a valid C4 diagram'),
  tests_intact: flag('no frozen test, criterion or config was changed, and no test is missing'),
  tree_stable: flag('the sources did not change while they were measured'),
  // Work of the agent is progress, a measurement of it is none.
  mutants_tested: withoutProgress(
    count('mutants of the changed code that the suite ran against; only when the mutation check ran'),
  ),
  mutants_killed: withoutProgress(count('tested mutants that made a test fail')),
  mutants_killed_percent: withoutProgress(count('mutants_killed in percent of mutants_tested, rounded down')),
  code_reached_percent: withoutProgress(
    count(
      'changed lines in functions that are shown to be reached by tests, in percent, rounded down; only when the mutation check measured it',
    ),
  ),
  criteria_mutated: withoutProgress(
    count(
      'criteria of whose code a mutant was made that keeps the kind of a value; only when there are any and the mutation check ran',
    ),
  ),
  criteria_killing: withoutProgress(count('criteria of criteria_mutated with a test that failed on such a mutant')),
  files_mutated: withoutProgress(
    count(
      'changed files that tests or other changed code use and of which enough mutants ran; only when the mutation check ran',
    ),
  ),
  files_killed: withoutProgress(count('files of files_mutated of which a test killed a mutant')),
  stubs_left: withoutProgress(
    count('functions that are as RED left them, do nothing yet, and are reached by no test; only when it was asked'),
  ),
  lines_unread: withoutProgress(
    count(
      'changed lines of code that the mutation check cannot read: large or binary files, and files of an unknown ending that other code runs; only when the mutation check ran',
    ),
  ),
  suite_stands_alone: withoutProgress(
    flag(
      'the suite is green in a copy of the workspace, and not only with code that git ignores and this run wrote; only when the mutation check could tell',
    ),
  ),
  guards_total: withoutProgress(
    count(
      'criteria that already held when RED was exited (guards); only when there are any and the mutation check ran',
    ),
  ),
  guards_killed: withoutProgress(count('guards of guards_total with a test that failed on a mutant')),
  counter_check_tests: withoutProgress(
    count('tests that failed when RED was exited, and ran again on its sources; only when the counter-check ran'),
  ),
  counter_check_failing: withoutProgress(count('tests of counter_check_tests that failed again')),
  review_approved: withoutProgress(
    flag('the independent review approved exactly these sources; only when it was asked, or has a recorded verdict'),
  ),
} as const satisfies MetricDefinitions;

export type MetricName = keyof typeof METRICS;

/** The measured values of one iteration. A metric that could not be measured is absent, and an absent one satisfies no clause. */
export type Metrics = {
  readonly [K in MetricName]?: (typeof METRICS)[K]['type'] extends 'number' ? number : boolean;
} & { readonly [name: string]: number | boolean | undefined };

/** The names that a condition may use, with their types. */
export type Vocabulary = Readonly<Record<string, MetricType>>;

/** The names that a condition of gate 1 may use. @param metrics - those of measures */
export const vocabularyOf = (metrics: MetricDefinitions = {}): Vocabulary =>
  Object.fromEntries(Object.entries({ ...metrics, ...METRICS }).map(([name, { type }]) => [name, type]));

/** The metric as a number; 0 when it was not measured. */
export const countIn = (metrics: Metrics, name: string): number => {
  const value = metrics[name];
  return typeof value === 'number' ? value : 0;
};
