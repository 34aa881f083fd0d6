/**
 * The measurements from the facts of a case. A missing extra is harmless; an impossible value is no measurement, and
 * never helps to satisfy a gate (rule 1.7).
 *
 * @module
 */
import { CLEAN_MEASUREMENT } from '../../gates/create-iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { BUILT_IN_METRICS } from '../measures/measures.ts';
import type { ConformanceCase } from './case-schema.ts';

/** The defaults of a case, and one criterion, so that RED asks about its tests. */
const OF_THE_CONFIG = {
  criteria_count: 1,
  max_refactor_iterations: 5,
  required_docs_count: 3,
} as const satisfies Metrics;

/** Facts of a case that are no metrics by themselves. */
const FACTS: ReadonlySet<string> = new Set([
  'interrupted',
  'tree_hash',
  'tree_hash_before',
  'tree_hash_after',
  'green_run_trees',
  'test_files_changed',
  'existing',
  'task_done',
]);

/** The metrics of a case, by the names that conditions have for them. */
export const measureCase = ({
  metrics,
  context,
  history,
}: Pick<ConformanceCase, 'metrics' | 'context' | 'history'>): Metrics => {
  const {
    interrupted,
    test_files_changed: changed = [],
    existing,
    tests_total: total,
    diagrams_total: drawn,
  } = metrics;
  const before = Math.max(0, ...history.map((each) => Number(each.metrics?.['tests_total'] ?? 0)));
  return {
    ...readGiven({
      ...CLEAN_MEASUREMENT,
      ...OF_THE_CONFIG,
      iteration: context.iteration ?? 1,
      ...(drawn === undefined ? {} : { all_diagrams_valid: Number(drawn) > 0 && metrics['diagrams_valid'] === drawn }),
      ...(existing === undefined
        ? {}
        : {
            existing_total: existing.tests_total ?? null,
            existing_passing: existing.tests_passing ?? null,
            existing_failing: existing.tests_failing ?? null,
          }),
      ...bothNames(metrics),
      ...metrics,
    }),
    ...(interrupted === true ? { report_complete: false } : {}),
    ...(isOneTree(metrics) ? {} : { tree_stable: false }),
    ...(changed.length === 0 && Number(total) >= before ? {} : { tests_intact: false }),
  };
};

/** Spec 001 has two names for one fact, one in its condition and one in its code; a case may give either. */
const bothNames = (metrics: ConformanceCase['metrics']): Readonly<Record<string, unknown>> => {
  const { no_more_improvements_identified: one, no_improvements_found: other } = metrics;
  const found = one === undefined ? other : one;
  return { no_more_improvements_identified: found, no_improvements_found: found };
};

/** Names of `metrics` that nothing asks for. */
export const unknownMetrics = ({ metrics }: Pick<ConformanceCase, 'metrics'>): readonly string[] =>
  Object.keys(metrics).filter((name) => !FACTS.has(name) && !isMetric(name));

const readGiven = (given: Readonly<Record<string, unknown>>): Metrics =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (isMeasured(name, value) ? [[name, value] as const] : [])),
  );

const isMetric = (name: string): boolean => Object.hasOwn(BUILT_IN_METRICS, name);

const isMeasured = (name: string, value: unknown): value is number | boolean =>
  isMetric(name) && BUILT_IN_METRICS[name]?.type === 'boolean'
    ? typeof value === 'boolean'
    : isMetric(name) && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Every look at the sources has to have seen the same (rules 1.3, 2.4). */
const isOneTree = ({ green_run_trees = [], ...one }: ConformanceCase['metrics']): boolean => {
  const looks = [...green_run_trees, one.tree_hash, one.tree_hash_before, one.tree_hash_after];
  return new Set(looks.filter((look) => look !== undefined)).size <= 1;
};
