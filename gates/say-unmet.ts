/** Unmet clauses for people and prompts: the causes, what only counts the same failure, and what was not measured. */
import type { IterationRecord } from './iteration.ts';
import { sayNotMeasured } from './conditions/explain-unmet.ts';
import type { Decision } from './decide.ts';
import type { MetricName } from './metrics.ts';
import { listUnmet, renderUnmet, type Unmet, type Verdict, type Verdicts } from './verdict.ts';

// A record, a page and a prompt may list fewer; the number is the measured one.

/** Never less than the length of the list. */
export const countFailing = ({ metrics, failing }: Pick<IterationRecord, 'metrics' | 'failing'>): number =>
  Math.max(metrics.tests_failing ?? 0, failing.length);

/** A clause over one of these alone says that tests failed, or that not all of them ran. */
const CAUSES: ReadonlySet<string> = new Set<MetricName>([
  'report_fresh',
  'report_complete',
  'unhandled_errors',
  'suite_load_failures',
  'tests_failing',
]);

/** A clause over these counts it once more. */
const COUNTS: ReadonlySet<string> = new Set<MetricName>([
  ...(['tests_total', 'tests_passing', 'tests_failing', 'tests_skipped'] as const),
  ...(['existing_total', 'existing_passing', 'existing_failing', 'tests_intact'] as const),
  ...(['criteria_count', 'criteria_with_id', 'criteria_covered', 'criteria_passing'] as const),
  ...(['runner_exit_code', 'consecutive_green_runs'] as const),
]);

/** One line each, at least one while a gate is not satisfied. */
export const sayUnmet = (
  decision: { readonly gate_1: Pick<Decision['gate_1'], keyof Verdict | 'values'> } & Verdicts,
): readonly string[] => {
  const all = listUnmet(decision);
  const absent = new Map(all.map((each) => [each, absentIn(each, decision.gate_1.values)]));
  const known = all.filter((each) => absent.get(each)?.length === 0);
  const isCaused = known.some(isCause) || known.length < all.length;
  const [also, shown] = [
    known.filter((each) => isCaused && isCount(each)),
    known.filter((each) => !isCaused || !isCount(each)),
  ];
  const unmeasured = [...new Set([...absent.values()].flat())];
  return [
    ...shown.map(renderUnmet),
    ...(also.length === 0 ? [] : [`also not met: ${also.map(({ clause }) => clause).join('; ')}`]),
    ...(unmeasured.length === 0 ? [] : [`not measured: ${unmeasured.join(', ')}`]),
  ];
};

const isCause = ({ metrics }: Unmet): boolean => metrics.length === 1 && metrics.every((name) => CAUSES.has(name));

const isCount = (unmet: Unmet): boolean =>
  !isCause(unmet) && unmet.metrics.length > 0 && unmet.metrics.every((name) => COUNTS.has(name));

/** The metrics that a clause lacks, if it is unmet for nothing else; otherwise none. */
const absentIn = ({ metrics, because }: Unmet, values: Decision['gate_1']['values']): readonly string[] => {
  const absent = metrics.filter((name) => !Object.hasOwn(values, name));
  return absent.length > 0 && because === sayNotMeasured(absent) ? absent : [];
};
