/** The checks of the config: each runs once in an iteration, after the tests have the result that the phase needs. */
import { type CompiledGate, floorAsked } from '../../../gates/compile-gates.ts';
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { type CheckCommand, metricOfCheck } from '../../project/config/own-measure.ts';
import type { Config } from '../../project/config/config.ts';
import { cut, finding } from '../findings/findings.ts';
import { findMoved, type Fingerprint } from '../../project/sources/fingerprint.ts';
import { asksForMetric, type Measure, type MeasuredCheck } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

export const checks = {
  after: 'tests',
  metrics: METRICS_OF.checks,
  measure: async (question) => {
    const { config, gate, known, tests } = question;
    if (config.checks.length === 0) return { metrics: {} };
    if (!testsAreThere(gate, known))
      return { metrics: {}, findings: listWaiting(config.checks, gate, config), found: { checks: [] } };
    const measured: MeasuredCheck[] = [];
    for (const command of config.checks) measured.push(await question.runCheck(command));
    return {
      metrics: checkMetrics(measured),
      findings: [...listFailed(measured, gate, config), ...listWriting(tests.after, measured)],
      found: {
        checks: measured.map(({ result }) => result),
        looks: [...(question.found.looks ?? []), ...measured.map(({ after }) => after)],
      },
    };
  },
} as const satisfies Measure;

/** One that was not measured is absent (rule 2.1). */
const checkMetrics = (measured: readonly MeasuredCheck[]): Metrics =>
  Object.fromEntries(
    measured.flatMap(({ result: { check, ok } }) => (ok === null ? [] : [[metricOfCheck(check), ok] as const])),
  );

/** Do the floor's clauses over the tests hold? Only then is there more to learn. */
export const testsAreThere = ({ floor }: CompiledGate, known: Metrics): boolean =>
  floorAsked(floor, known).every(
    ({ condition }) => condition.metrics.some((name) => MEASURED_LATER.has(name)) || condition.judge(known).satisfied,
  );

const MEASURED_LATER: ReadonlySet<string> = new Set(['tests_intact', 'tree_stable']);

/** Whether the phase asks for a check, by a condition over it or as evidence of its exit gate (spec 000). */
const asksForCheck = (gate: CompiledGate, { exit_gate: config }: Pick<Config, 'exit_gate'>, check: string): boolean =>
  asksForMetric(gate, metricOfCheck(check)) ||
  (check === 'build' &&
    config?.enabled === true &&
    config.evidence_checks.build &&
    asksForMetric(gate, 'evidence_indicators'));

export const listFailed = (
  measured: readonly Pick<MeasuredCheck, 'result'>[],
  gate: CompiledGate,
  config: Pick<Config, 'exit_gate'>,
): readonly Finding[] =>
  measured.flatMap(({ result: { ok, check, command, because } }) => {
    if (ok === true) return [];
    const unasked_in = asksForCheck(gate, config, check) ? '' : gate.phase.phase;
    return [finding(ok === null ? 'check.not_measured' : 'check.failed', { check, command, because, unasked_in })];
  });

/** For checks whose program could not be started: no condition over them could ever be met. */
export const describeUnstarted = (measured: readonly Pick<MeasuredCheck, 'result'>[]): readonly string[] =>
  measured.flatMap(({ result: { check, ok, because } }) =>
    ok === null ? [`The check ${check} was not measured: ${because}. Fix checks.${check}.`] : [],
  );

/** The checks that were not run, where the phase asks for them. */
export const listWaiting = (
  commands: readonly CheckCommand[],
  gate: CompiledGate,
  config: Pick<Config, 'exit_gate'>,
): readonly Finding[] => {
  const names = commands.map(({ name }) => name).filter((name) => asksForCheck(gate, config, name));
  return names.length === 0 ? [] : [waitsForTests(gate, names)];
};

export const waitsForTests = ({ phase: { phase } }: CompiledGate, names: readonly string[]): Finding =>
  finding('check.waits', { phase, names });

/** The sources that a command wrote, with its name. @param before - the sources before the first of them */
export const listWriting = (
  before: Fingerprint,
  measured: readonly MeasuredCheck[],
  what: 'check' | 'measure' = 'check',
): readonly Finding[] =>
  measured.flatMap(({ result: { check: name }, after }, i) => {
    const moved = findMoved(measured[i - 1]?.after ?? before, after);
    if (moved.length === 0) return [];
    return what === 'check'
      ? [finding('check.writes_sources', { check: name, ...cut(moved) })]
      : [finding('measure.writes_sources', { measure: name, ...cut(moved) })];
  });
