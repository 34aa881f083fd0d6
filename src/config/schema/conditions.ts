/**
 * Conditions of a phase, compiled while the config is read, so that a wrong condition is reported with its place.
 *
 * @module
 */
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import { ConditionError } from '../../../gates/errors.ts';
import type { Vocabulary } from '../../../gates/metrics.ts';
import { type IssueDetails, text } from './fields.ts';

const withSignal = (vocabulary: Vocabulary): Vocabulary => ({ ...vocabulary, exit_signal: 'boolean' });
const GATES: Vocabulary = { gate_1: 'boolean', gate_2: 'boolean' };

type Refusal = { readonly message: string; readonly details: IssueDetails } | null;

/** Gate 1 uses measured values; the exit signal belongs to gate 2 (rule 1.2). */
const checkGate1 = (source: string, vocabulary: Vocabulary): Refusal => {
  const all = withSignal(vocabulary);
  const refusal = refuseAny(source, all);
  if (refusal !== null) return refusal;
  if (!compileCondition(source, all).metrics.includes('exit_signal')) return null;
  const where = refuseAny(source, vocabulary);
  return alone(
    "gate 1 uses only measured values, and exit_signal is the agent's exit signal: move it to gate_2 (rule 1.2)",
    where?.details,
  );
};

/** Gate 2 may require more than the exit signal, never less (rule 1.2). */
const checkGate2 = (source: string, vocabulary: Vocabulary): Refusal => {
  const all = withSignal(vocabulary);
  const refusal = refuseAny(source, all);
  if (refusal !== null || compileCondition(source, all).metrics.includes('exit_signal')) return refusal;
  return alone(
    "gate 2 needs the agent's explicit exit signal, which is never inferred from metrics: write exit_signal == true (rule 1.2)",
  );
};

/** Judged by its meaning: every way to write "both" is accepted, and nothing else (rule 1.1). */
const checkExit = (source: string): Refusal => {
  const refusal = refuseAny(source, GATES);
  if (refusal !== null) return refusal;
  const { judge } = compileCondition(source, GATES);
  const cases = [true, false].flatMap((gate_1) => [true, false].map((gate_2) => ({ gate_1, gate_2 })));
  const meansBoth = cases.every((gates) => judge(gates).satisfied === (gates.gate_1 && gates.gate_2));
  return meansBoth
    ? null
    : alone('a phase is exited only when both gates are true: write gate_1 == true AND gate_2 == true (rule 1.1)');
};

const refuseAny = (source: string, vocabulary: Vocabulary): Refusal => {
  try {
    compileCondition(source, vocabulary);
    return null;
  } catch (error) {
    if (error instanceof ConditionError) return alone(error.problem, error);
    throw error;
  }
};

const alone = (message: string, place?: Pick<IssueDetails, 'line' | 'column'>): Refusal => ({
  message,
  details: { alone: true, ...(place?.line === undefined ? {} : { line: place.line, column: place.column ?? 1 }) },
});

const conditionBy = (check: (source: string) => Refusal) =>
  text('a condition').superRefine((source, context) => {
    const refusal = check(source);
    if (refusal !== null)
      context.addIssue({ code: 'custom', message: refusal.message, params: { ...refusal.details } });
  });

/** A condition over metrics. */
export const gate1Condition = (vocabulary: Vocabulary) => conditionBy((source) => checkGate1(source, vocabulary));
/** A condition over `exit_signal`, and optionally over metrics. */
export const gate2Condition = (vocabulary: Vocabulary) => conditionBy((source) => checkGate2(source, vocabulary));
/** A condition over `gate_1` and `gate_2`. */
export const exitCondition = () => conditionBy(checkExit);
