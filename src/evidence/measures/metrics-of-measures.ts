/** The metrics of each measure (rule 4.2), apart from how they are measured: a config and a ledger need no more. */
import {
  count,
  flag,
  METRICS,
  type MetricDefinition,
  type MetricDefinitions,
  type MetricName,
  withoutProgress,
} from '../../../gates/metrics.ts';
import { CHECK_NAMES, type CheckCommand, metricOfCheck, type OwnMeasure } from '../../project/config/own-measure.ts';

/** Those that the floor or the default phases name: their place is `gates/metrics.ts`. */
const standard = <const N extends MetricName>(...names: readonly N[]): Pick<typeof METRICS, N> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name is a key
  Object.fromEntries(names.map((name) => [name, METRICS[name]])) as Pick<typeof METRICS, N>;

/** By the names of checks. */
const ofChecks = (names: readonly string[]): MetricDefinitions =>
  Object.fromEntries(
    names.map((name) => [metricOfCheck(name), flag(`config: checks.${name} exited with code 0 in this iteration`)]),
  );

/** The keys of lists that the agent ticks. */
export const PLAN_KEYS = { plans: 'plans.roadmap', tasks: 'plans.tasks' } as const;

const ofList = (kind: keyof typeof PLAN_KEYS) =>
  ({
    [`${kind}_total`]: count(`config: items of ${PLAN_KEYS[kind]}, without optional ones`),
    [`${kind}_remaining`]: count('of those, items that are not ticked, or were removed since the start of the run'),
  }) as const;

export const OF_MUTANTS = [
  'mutants_tested',
  'mutants_killed',
  'mutants_killed_percent',
  'code_reached_percent',
  'criteria_mutated',
  'criteria_killing',
  'files_mutated',
  'files_killed',
  'stubs_left',
  'lines_unread',
  'suite_stands_alone',
  'guards_total',
  'guards_killed',
] as const satisfies readonly MetricName[];
export const OF_COUNTER_CHECK = [
  'counter_check_tests',
  'counter_check_failing',
] as const satisfies readonly MetricName[];

/** By measure, in the order of `measures.ts`. */
export const METRICS_OF = {
  tests: {
    ...standard(
      'tests_total',
      'tests_passing',
      'tests_failing',
      'tests_skipped',
      'tests_with_own_error',
      'existing_total',
      'existing_passing',
      'existing_failing',
      'unhandled_errors',
      'suite_load_failures',
      'runner_exit_code',
      'report_fresh',
      'report_complete',
      'consecutive_green_runs',
    ),
    coverage_lines: count('lines covered by the last test run, in percent, rounded down, as the runner reports them'),
  },
  criteria: standard('criteria_count', 'criteria_with_id', 'criteria_covered', 'criteria_passing'),
  position: standard('iteration', 'max_refactor_iterations', 'required_docs_count'),
  checks: ofChecks(CHECK_NAMES),
  plans: { ...ofList('plans'), ...ofList('tasks') },
  integrity: standard('tests_intact'),
  documents: {
    ...standard('docs_generated'),
    empty_documents: count(
      'documents that match the configured globs and have no content: only headings, code and unfilled parts of a template',
    ),
    broken_links: count('broken relative links and anchors in the documents'),
    diagrams_total: count('diagrams in the documents: Mermaid, Structurizr DSL, PlantUML'),
    diagrams_valid: count('valid diagrams with content'),
    ...standard('all_diagrams_valid', 'has_adr', 'has_c4_diagrams'),
  },
  changedDocuments: {
    docs_changed: count(
      'documents and doc comments that the run added or changed: each has 10 new words of prose, and its new lines name something of the change',
    ),
  },
  removedNames: {
    public_names_removed: count('public names of the code that were there when the run began, and are gone'),
  },
  tree: standard('tree_stable'),
  gitClean: { git_clean: flag('HEAD contains all sources byte by byte, without uncommitted changes') },
  changes: {
    files_created: withoutProgress(count('files created since the start of the iteration')),
    files_modified: withoutProgress(count('files modified since the start of the iteration')),
    files_deleted: withoutProgress(count('files deleted since the start of the iteration')),
    ...standard('refactoring_complete', 'no_more_improvements_identified'),
    no_improvements_found: withoutProgress(flag('another name for no_more_improvements_identified')),
  },
  exitGate: {
    completion_indicators: withoutProgress(
      count("config: patterns of exit_gate found in the agent's last message, each counted once"),
    ),
    evidence_indicators: count('config: checks of exit_gate.evidence_checks that are on and true'),
    indicator_threshold: withoutProgress(
      count('config: exit_gate.indicator_threshold; 0 if it is off, or lifted by an override that the config allows'),
    ),
  },
  confidence: {
    confidence: withoutProgress(count('the score of spec 002, from 0 to 100; only with config: confidence')),
    confidence_threshold: count('config: confidence.threshold'),
    completion_indicated: withoutProgress(
      flag(
        "config: a pattern of confidence.keywords was found in the prose of the agent's last message, or the task file was moved to a folder of confidence.done",
      ),
    ),
  },
  mutants: standard(...OF_MUTANTS, ...OF_COUNTER_CHECK),
  review: standard('review_approved'),
} as const satisfies Readonly<Record<string, MetricDefinitions>>;

export const BUILT_IN_METRICS: MetricDefinitions = Object.assign({}, ...Object.values(METRICS_OF));

export const metricsOfOwn = ({ name, metrics }: Pick<OwnMeasure, 'name' | 'metrics'>): MetricDefinitions =>
  Object.fromEntries(
    Object.entries(metrics).map(([metric, { type, progress }]): [string, MetricDefinition] => [
      metric,
      { type, progress, meaning: `config: measures.${name}` },
    ]),
  );

interface Added {
  readonly checks: readonly Pick<CheckCommand, 'name'>[];
  readonly measures: readonly Pick<OwnMeasure, 'name' | 'metrics'>[];
}

/** Every metric that conditions under a config may name. A name of dualgate's own keeps its meaning. */
export const metricsOf = ({ checks, measures }: Added): MetricDefinitions => ({
  ...Object.assign({}, ...measures.map(metricsOfOwn)),
  ...ofChecks(checks.map(({ name }) => name)),
  ...BUILT_IN_METRICS,
});
