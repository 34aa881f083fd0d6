/**
 * The vocabulary of conditions: every metric that a gate may ask for, with its type and where it is measured.
 * A condition that names anything else does not compile.
 *
 * @module
 */

export type MetricType = 'number' | 'boolean';

export interface MetricDefinition {
  readonly type: MetricType;
  /** What it is measured from, for people and for the generated reference. */
  readonly meaning: string;
}

const count = (meaning: string) => ({ type: 'number', meaning }) as const;
const flag = (meaning: string) => ({ type: 'boolean', meaning }) as const;

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
  consecutive_green_runs: count('the green-run counter, this iteration only'),
  criteria_count: count('acceptance criteria: the checkboxes of the frozen spec file'),
  criteria_covered: count('criteria with a test of their id'),
  criteria_passing: count('criteria with a passing test of their id'),
  iteration: count('decided iterations in this phase, this one included'),
  max_refactor_iterations: count('config: limits.max_refactor_iterations'),
  required_docs_count: count('config: documents.required_docs_count'),
  refactoring_complete: flag("the agent's block says so and the sources changed since the phase began"),
  no_more_improvements_identified: flag('a turn that went well and changed no source'),
  no_improvements_found: flag('another name of no_more_improvements_identified'),
  docs_generated: count('documents of the configured globs that say something'),
  empty_documents: count(
    'documents of the configured globs that say nothing: headings, code and what a template leaves open',
  ),
  broken_links: count('relative links and anchors in those documents that lead nowhere'),
  diagrams_total: count('diagrams in those documents: Mermaid, Structurizr DSL, PlantUML'),
  diagrams_valid: count('of those, the ones that were parsed and say something'),
  all_diagrams_valid: flag('at least one diagram, and all of them valid'),
  has_adr: flag('an architecture decision record was found'),
  has_c4_diagrams: flag('a valid C4 diagram was found'),
  files_created: count('files created since the iteration began'),
  files_modified: count('files modified since the iteration began'),
  files_deleted: count('files deleted since the iteration began'),
  tests_intact: flag('no frozen test, criterion or config was changed, no test is gone'),
  tree_stable: flag('the sources did not move while they were measured'),
  faults_planted: count(
    'small faults put into a copy of the changed code, under which the suite ran; only when it was probed',
  ),
  faults_noticed: count('of those, the ones that a test noticed'),
  report_fresh: flag("the runner's report was written by this very run"),
  report_complete: flag("the runner's report has an end, was not interrupted, and its sums add up"),
  build_ok: flag('config: checks.build ended with exit code 0 in this iteration'),
  types_ok: flag('config: checks.types, likewise'),
  lint_ok: flag('config: checks.lint, likewise'),
  git_clean: flag('the commit at HEAD holds the sources as they are, byte by byte'),
  completion_indicators: count("config: patterns of exit_gate that were found in the agent's last message, each once"),
  evidence_indicators: count('config: checks of exit_gate.evidence_checks that are switched on and hold'),
  indicator_threshold: count(
    'config: exit_gate.indicator_threshold; 0 where it is switched off, or lifted by an override that the config allows',
  ),
  plans_total: count('config: items of plans.roadmap, those that are optional left out'),
  plans_remaining: count('of those, the ones that are not ticked, or were there when the run began and are gone'),
  tasks_total: count('config: items of plans.tasks, those that are optional left out'),
  tasks_remaining: count('of those, the ones that are not ticked, or were there when the run began and are gone'),
  confidence: count('the score of spec 002, from 0 to 100; only with config: confidence'),
  confidence_threshold: count('config: confidence.threshold'),
  completion_indicated: flag(
    "config: a pattern of confidence.keywords stands in the prose of the agent's last message, or the task file was moved to a folder of confidence.done",
  ),
  coverage_lines: count('percent of lines that the last test run covered, rounded down, as the runner reports it'),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;

/** What one iteration measured. A metric that could not be measured is absent, and an absent one never helps to open. */
export type Metrics = { readonly [K in MetricName]?: (typeof METRICS)[K]['type'] extends 'number' ? number : boolean };

/** Metrics that do not describe the work: the position in the phase, and what the turn did or claimed. */
export const NOT_WORK: ReadonlySet<string> = new Set<MetricName>([
  'iteration',
  'refactoring_complete',
  'no_more_improvements_identified',
  'no_improvements_found',
  'files_created',
  'files_modified',
  'files_deleted',
  // The agent's own statements, and what they may lift.
  'completion_indicators',
  'indicator_threshold',
  'confidence',
  'completion_indicated',
  // Other mutants each time, of the same work.
  'faults_planted',
  'faults_noticed',
]);
