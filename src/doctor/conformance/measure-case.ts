/** The measurements from the facts of a case. An impossible value is no measurement, and never helps to satisfy a gate (rule 1.7). */
import { z } from 'zod';
import { CONFIG_PRESET_NAMES } from '../../signals/systems/systems.ts';
import { CASE_DIALECTS } from '../../signals/signal-of-case.ts';
import { WORK_PHASES } from '../../signals/systems/dialects.ts';
import { CLEAN_MEASUREMENT } from '../../../gates/create-iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { BUILT_IN_METRICS } from '../../evidence/measures/metrics-of-measures.ts';

const PHASE_NAMES = ['RED', 'GREEN', 'REFACTOR', 'DOCUMENT'] as const;

/** From both vocabularies: the first four belong to the scenarios, the others to a decision. */
const NEXT_WORDS = ['exit', 'needs_human', 'halt', 'limit_reached', 'leave', 'hold', 'stop'] as const;

const MAX_LINES_BEFORE = 10_000_000;

const counts = z.looseObject({
  tests_total: z.number().optional(),
  tests_passing: z.number().optional(),
  tests_failing: z.number().optional(),
  tests_skipped: z.number().optional(),
});

const position = z.int().min(1);

const metrics = z
  .object({
    interrupted: z.boolean().optional(),
    tree_hash: z.string().optional(),
    tree_hash_before: z.string().optional(),
    tree_hash_after: z.string().optional(),
    green_run_trees: z.array(z.string()).optional(),
    task_done: z.boolean().optional(),
    test_files_changed: z.array(z.string()).optional(),
    existing: counts.optional(),
  })
  // Other measurements, by the names of metrics; `null`: it could not be measured.
  .catchall(z.union([z.number(), z.boolean(), z.null()], { error: 'must be a number, true, false or null' }));

const context = z.looseObject({
  iteration: position.optional(),
  max_iterations: position.optional(),
  nonce: z.string().optional(),
  agent_exit_code: z.int().optional(),
  timed_out: z.boolean().optional(),
  stderr: z.string().optional(),
  operator: z
    .looseObject({ forced_exit: z.boolean().optional(), by: z.string().optional(), reason: z.string().optional() })
    .optional(),
  progress: z.boolean().optional(),
  config: z.looseObject({ phase_map: z.record(z.string(), z.enum(WORK_PHASES)).optional() }).optional(),
  repeat_before: z.looseObject({ line: z.string(), count: z.int().min(0).max(MAX_LINES_BEFORE) }).optional(),
});

/** An earlier iteration; a missing value counts as harmless. */
const earlier = z.looseObject({
  phase: z.string().optional(),
  gate_1: z.boolean().nullish(),
  gate_2: z.boolean().nullish(),
  can_exit: z.boolean().optional(),
  progress: z.boolean().optional(),
  metrics: metrics.optional(),
});

const expected = z.looseObject({
  gate_1: z.boolean().optional(),
  gate_2: z.boolean().nullable().optional(),
  can_exit: z.boolean().optional(),
  next: z.enum(NEXT_WORDS).optional(),
  forced: z.boolean().optional(),
});

/** The output of an agent and its measurements, as one line of JSON: docs/reference/conformance.md. */
export const caseSchema = z.looseObject({
  id: z.string().min(1),
  phase: z.enum(PHASE_NAMES),
  /** Whose gates are asked; those of spec 001 without one. */
  preset: z.enum(CONFIG_PRESET_NAMES).optional(),
  dialect: z.enum(CASE_DIALECTS),
  transcript: z.string(),
  metrics,
  context: context.default({}),
  /** Newest last. */
  history: z.array(earlier).default([]),
  expected: expected.optional(),
});

export type ConformanceCase = z.output<typeof caseSchema>;
export type Expectation = NonNullable<ConformanceCase['expected']>;

/** The defaults of a case, and one criterion, so that RED asks about its tests. */
const OF_THE_CONFIG = {
  criteria_count: 1,
  max_refactor_iterations: 5,
  required_docs_count: 3,
} as const satisfies Metrics;

const FACTS = metrics.shape;

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
  Object.keys(metrics).filter((name) => !Object.hasOwn(FACTS, name) && !isMetric(name));

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
