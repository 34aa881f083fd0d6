/** A phase as the specification writes it (spec 001, "Gate Definitions by Phase"). Its documents are accepted unchanged. */
import { z } from 'zod';
import { compileCondition } from '../../../../gates/conditions/compile-condition.ts';
import { ConditionError } from '../../../../gates/errors.ts';
import type { Vocabulary } from '../../../../gates/metrics.ts';
import { type IssueDetails, text, flag, listOf, map, oneOf, orNull, pathInside, wholeNumber } from './fields.ts';
import type { Phase } from '../../../../gates/phase.ts';
import { phaseAgentSchema } from './agent-schema.ts';

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

const gate1Condition = (vocabulary: Vocabulary) => conditionBy((source) => checkGate1(source, vocabulary));
/** A condition over `exit_signal`, and optionally over metrics. */
const gate2Condition = (vocabulary: Vocabulary) => conditionBy((source) => checkGate2(source, vocabulary));
/** A condition over `gate_1` and `gate_2`. */
const exitCondition = () => conditionBy(checkExit);

const PHASE_NAME = 'must begin with a letter, followed by letters, digits, "_" or "-"';

const gate1With = (vocabulary: Vocabulary) =>
  map({
    name: text().default('Gate 1').describe('Name of the gate in reports.'),
    condition: gate1Condition(vocabulary)
      .describe(
        'Condition over measured values, in the notation of conditions.md. The floor is always required in addition.',
      )
      .meta({ examples: ['tests_failing == 0 AND consecutive_green_runs >= 2'] }),
    rationale: text().optional().describe('Reason for the condition, for readers of the config.'),
  });

const gate2With = (vocabulary: Vocabulary) =>
  map({
    name: text().default('Explicit Exit Signal').describe('Name of the gate in reports.'),
    condition: gate2Condition(vocabulary)
      .default('exit_signal == true')
      .describe('Condition over the exit signal of the agent. It must contain exit_signal.'),
    rationale: text().optional().describe('Reason for the condition, for readers of the config.'),
  });

/** One element of `phases`, or one document of a phase file. `vocabulary`: the metrics that conditions may name. */
export const phaseSchemaWith = (vocabulary: Vocabulary) =>
  map({
    phase: z
      .string({ error: PHASE_NAME })
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, PHASE_NAME)
      .describe('Name of the phase, unique regardless of case. The agent writes it as PHASE.')
      .meta({ examples: ['GREEN'] }),
    purpose: text()
      .describe('Purpose of the phase, shown to the agent in its prompt.')
      .meta({ examples: ['Verify all tests pass with implementation'] }),
    tests: oneOf(['must_fail', 'must_pass'])
      .optional()
      .describe(
        'Result that the tests must have. It decides about baseline, freeze and prompts. Default: must_fail for RED, must_pass for all others.',
      ),
    gate_1: gate1With(vocabulary).describe('The gate over measured values.'),
    gate_2: gate2With(vocabulary).prefault({}).describe("The gate over the agent's exit signal."),
    exit_allowed: map({
      when: exitCondition()
        .describe('Both gates must be true. Any other condition is rejected (rule 1.1).')
        .meta({ examples: ['gate_1 == true AND gate_2 == true'] }),
    })
      .optional()
      .describe('When the phase may be exited. Default: when both gates are true.'),
    limits: map({
      max_iterations: wholeNumber(1).default(10).describe('Maximum number of decided iterations in the phase.'),
      max_minutes: wholeNumber(1, 30_000).default(240).describe('Time limit of the phase, in minutes.'),
    })
      .prefault({})
      .describe('Limits of the phase.'),
    circuit_breaker: map({
      no_progress: wholeNumber(1)
        .optional()
        .describe(
          'Decided iterations in a row without progress that open the breaker. Default: 5 for REFACTOR, 3 for all others.',
        ),
      same_error: wholeNumber(1)
        .default(5)
        .describe('Decided iterations with the same failing tests and checks that open the breaker, in a row or not.'),
    })
      .prefault({})
      .describe('When the circuit breaker opens.'),
    prompt: text().optional().describe('Text to add to the default prompt of the phase.'),
    confirm: flag()
      .optional()
      .describe(
        'Whether a person has to approve each exit of the phase, after both gates agree: `dualgate approve` or `dualgate reject`. Default: false.',
      ),
    agent: phaseAgentSchema
      .optional()
      .describe('Another agent or model for this phase. Environment, sandbox and time limits stay those of `agent`.'),
  }).transform(({ exit_allowed: _alwaysBothGates, tests, circuit_breaker, ...written }): Phase => {
    const name = written.phase.toUpperCase();
    return {
      ...written,
      tests: tests ?? (name === 'RED' ? 'must_fail' : 'must_pass'),
      circuit_breaker: {
        no_progress: circuit_breaker.no_progress ?? (name === 'REFACTOR' ? 5 : 3),
        same_error: circuit_breaker.same_error,
      },
    };
  });

/** `phases`: at least one. */
export const phasesWith = (vocabulary: Vocabulary) =>
  orNull(
    listOf(
      z
        .union([pathInside(), phaseSchemaWith(vocabulary)], {
          error: 'must be a phase, or the path of a YAML file with phases',
        })
        .describe('A phase, or the path of a YAML file with one phase in each document.'),
      'phases',
      1,
    ),
  ).describe('The phases, in order. Default: RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification.');
