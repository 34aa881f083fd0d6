/**
 * What the checks showed: their metrics, and sentences for people and for the next prompt.
 *
 * @module
 */
import { type CompiledGate, floorAsked } from '../../../gates/compile-gates.ts';
import type { CheckName } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { CHECK_METRICS, type CheckCommand } from '../../checks/check-command.ts';
import type { Config } from '../../config/config.ts';
import { findMoved, type Fingerprint } from '../../sources/fingerprint.ts';
import type { MeasuredCheck } from './run-checks.ts';

const MAX_MOVED = 10;

/** One that was not measured is absent (RULES 2.1). */
export const checkMetrics = (measured: readonly MeasuredCheck[]): Metrics =>
  Object.fromEntries(
    measured.flatMap(({ result: { check, ok } }) => (ok === null ? [] : [[CHECK_METRICS[check], ok] as const])),
  );

/** The metrics that the gates of a phase ask for, in gate 1 or in gate 2. */
export const asksForMetric = ({ gate_1, gate_2 }: CompiledGate, metric: string): boolean =>
  gate_1.metrics.includes(metric) || gate_2.metrics.includes(metric);

/**
 * Do the floor's clauses over the tests hold? Only then is there more to learn: while tests are not as the phase wants
 * them, they are answer enough, and what was not measured opens nothing.
 *
 * @param known - what the tests showed
 */
export const testsAreThere = ({ floor }: CompiledGate, known: Metrics): boolean =>
  floorAsked(floor, known).every(
    ({ condition }) => condition.metrics.some((name) => MEASURED_LATER.has(name)) || condition.judge(known).satisfied,
  );

const MEASURED_LATER: ReadonlySet<string> = new Set(['tests_intact', 'tree_stable']);

/** Whether the phase asks for a check, by a condition over it or as evidence of its exit gate (spec 000). */
const asksForCheck = (
  gate: CompiledGate,
  { exit_gate: config }: Pick<Config, 'exit_gate'>,
  check: CheckName,
): boolean =>
  asksForMetric(gate, CHECK_METRICS[check]) ||
  (check === 'build' &&
    config?.enabled === true &&
    config.evidence_checks.build &&
    asksForMetric(gate, 'evidence_indicators'));

/** Of the checks that did not end well. */
export const describeChecks = (
  measured: readonly MeasuredCheck[],
  gate: CompiledGate,
  config: Pick<Config, 'exit_gate'>,
): readonly string[] =>
  measured.flatMap(({ result }) => {
    if (result.ok === true) return [];
    const { check, command, because } = result;
    const asked = asksForCheck(gate, config, check)
      ? ''
      : ` No condition of ${gate.phase.phase} asks for ${CHECK_METRICS[check]}.`;
    return [
      `The check ${check} ${result.ok === null ? 'was not measured' : 'failed'}: ${because} (${command}).${asked}`,
    ];
  });

/** Of checks whose program could not be started: no condition over them could ever be met. */
export const describeUnstarted = (measured: readonly MeasuredCheck[]): readonly string[] =>
  measured.flatMap(({ result: { check, ok, because } }) =>
    ok === null ? [`The check ${check} was not measured: ${because}. Correct checks.${check}.`] : [],
  );

/** Of checks that were not run, where the phase asks for them. */
export const describeWaiting = (
  checks: readonly CheckCommand[],
  gate: CompiledGate,
  config: Pick<Config, 'exit_gate'>,
): readonly string[] => {
  const names = checks.map(({ name }) => name).filter((name) => asksForCheck(gate, config, name));
  if (names.length === 0) return [];
  return [`Not run before the tests are as ${gate.phase.phase} wants them: ${names.join(', ')}.`];
};

/** The sources that a check wrote, with the check. @param before - the sources before the first of them */
export const describeWriting = (before: Fingerprint, measured: readonly MeasuredCheck[]): readonly string[] =>
  measured.flatMap(({ result, after }, i) => {
    const moved = findMoved(measured[i - 1]?.after ?? before, after);
    if (moved.length === 0) return [];
    const rest = moved.length > MAX_MOVED ? ` and ${moved.length - MAX_MOVED} more` : '';
    return [
      `The check ${result.check} writes sources: ${moved.slice(0, MAX_MOVED).join(', ')}${rest}. What it writes for itself belongs into .gitignore or tests.writes; one that mends what it finds must only look.`,
    ];
  });
