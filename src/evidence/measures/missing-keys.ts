/** The key of the config that a metric needs: without it, no condition over the metric could be true (rule 2.6). */
import type { Phase } from '../../../gates/phase.ts';
import { CHECK_NAMES, metricOfCheck } from '../../project/config/own-measure.ts';
import { type Config, pathsOfList } from '../../project/config/config.ts';
import { RUNNERS } from '../../runners/runners.ts';
import { METRICS_OF, PLAN_KEYS } from './metrics-of-measures.ts';

type FindMissing = (metric: string, config: Config, phase: Pick<Phase, 'tests'>) => string | null;

/** By measure. @default nothing is needed */
const MISSING: Readonly<Partial<Record<keyof typeof METRICS_OF, FindMissing>>> = {
  tests: (metric, config) => (metric === 'coverage_lines' ? findSilentSuite(config) : null),
  checks: (metric, config) => {
    const name = CHECK_NAMES.find((each) => metricOfCheck(each) === metric) ?? '';
    return config.checks.some((check) => check.name === name) ? null : `set its command in checks.${name}`;
  },
  plans: (metric, config) => {
    const kind = metric.startsWith('plans') ? 'plans' : 'tasks';
    return pathsOfList(config, kind).length > 0 ? null : `set the file in ${PLAN_KEYS[kind]}`;
  },
  removedNames: (_metric, _config, { tests }) =>
    tests === 'must_fail' ? 'the code of a phase whose tests must fail has no names to count' : null,
  exitGate: (_metric, config) => (config.exit_gate === null ? 'set exit_gate' : null),
  mutants: (_metric, { mutation_check }, { tests }) => {
    if (mutation_check === null) return 'remove mutation_check: false';
    return tests === 'must_fail' ? 'there is no mutation check in a phase whose tests must fail' : null;
  },
  review: (_metric, config) => (config.review === undefined ? 'set checks.review with an agent' : null),
};

/** As the end of a sentence; null when nothing is missing, or a measure of one's own brings the metric. */
export const findMissing: FindMissing = (metric, config, phase) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
  const measures = Object.keys(METRICS_OF) as (keyof typeof METRICS_OF)[];
  const measure = measures.find((name) => Object.hasOwn(METRICS_OF[name], metric));
  return measure === undefined ? null : (MISSING[measure]?.(metric, config, phase) ?? null);
};

/** A suite whose coverage nothing reads. */
const findSilentSuite = ({ tests: { suites } }: Config): string | null => {
  const silent = suites.find(
    ({ coverage, runner }) => coverage === null && runner != null && RUNNERS[runner].reportsCoverage !== true,
  );
  return silent === undefined
    ? null
    : `runner: ${silent.runner ?? ''} needs tests.coverage, the coverage file of the suite`;
};
