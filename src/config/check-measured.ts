/**
 * Metrics that only a key of the config has measured: a condition that asks for one of them without that key could never
 * be met (RULES 2.6).
 *
 * @module
 */
import { compileCondition } from '../../gates/conditions/compile-condition.ts';
import { METRIC_VOCABULARY } from '../../gates/conditions/metric-vocabulary.ts';
import type { Phase } from '../../gates/phase.ts';
import { CHECK_METRICS, CHECK_NAMES } from '../checks/check-command.ts';
import type { Config } from './shape-config.ts';
import type { ConfigProblem } from './config-error.ts';
import type { PlacedPhase } from './read-phases.ts';
import type { Place } from './yaml/places.ts';

const VOCABULARY = { ...METRIC_VOCABULARY, exit_signal: 'boolean' } as const;

/** The conditions that ask for what nothing measures, each at the place of the metric's name. */
export const checkMeasured = (config: Config, phases: readonly PlacedPhase[]): readonly ConfigProblem[] =>
  phases.flatMap((placed) =>
    (['gate_1', 'gate_2'] as const).flatMap((gate) => {
      const { condition } = placed.phase[gate];
      if (typeof condition !== 'string') return [];
      return compileCondition(condition, VOCABULARY).metrics.flatMap((metric) => {
        const missing = findMissing(config, placed.phase, metric);
        if (missing === null) return [];
        const { line, column } = placed.placeIn(gate, findName(condition, metric));
        return [{ path: placed.path, line, column, message: `${metric} is measured by nothing: ${missing}` }];
      });
    }),
  );

const INDICATORS: ReadonlySet<string> = new Set([
  'completion_indicators',
  'evidence_indicators',
  'indicator_threshold',
]);

/** What has to be written, in words; `null` where nothing is missing. */
const findMissing = (
  { checks, tests, exit_gate, plans, probe }: Config,
  phase: Pick<Phase, 'tests'>,
  metric: string,
): string | null => {
  if (INDICATORS.has(metric)) return exit_gate === null ? 'write exit_gate' : null;
  if (metric === 'plans_total' || metric === 'plans_remaining')
    return plans?.roadmap == null ? 'name the file under plans.roadmap' : null;
  if (metric === 'tasks_total' || metric === 'tasks_remaining')
    return plans?.tasks == null ? 'name the file under plans.tasks' : null;
  if (metric === 'faults_planted' || metric === 'faults_noticed') {
    if (probe === null) return 'remove probe: false';
    return phase.tests === 'must_fail' ? 'the suite is not probed in a phase whose tests must fail' : null;
  }
  const check = CHECK_NAMES.find((name) => CHECK_METRICS[name] === metric);
  if (check !== undefined)
    return checks.some(({ name }) => name === check) ? null : `name its command under checks.${check}`;
  if (metric !== 'coverage_lines') return null;
  const silent = tests.suites.find(({ coverage, runner }) => coverage === null && runner !== null && runner !== 'node');
  return silent === undefined
    ? null
    : `runner: ${silent.runner ?? ''} needs tests.coverage, the file that the suite writes its coverage to`;
};

/** Counted from 1. Comments may name it too. */
const findName = (condition: string, metric: string): Place => {
  const code = condition.replaceAll(/#.*/g, (comment) => ' '.repeat(comment.length));
  const before = code.slice(0, Math.max(0, code.search(new RegExp(`\\b${metric}\\b`)))).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
};
