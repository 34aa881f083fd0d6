/**
 * A phase as the specification writes it (spec 001, "Gate Definitions by Phase"): its documents are accepted as they stand.
 *
 * @module
 */
import { z } from 'zod';
import type { Vocabulary } from '../../../gates/metrics.ts';
import type { Phase } from '../../../gates/phase.ts';
import { exitCondition, gate1Condition, gate2Condition } from './conditions.ts';
import { listOf, map, oneOf, pathInside, text, wholeNumber } from './fields.ts';

const PHASE_NAME = 'must be a letter, then letters, digits, "_" or "-"';

const gate1With = (vocabulary: Vocabulary) =>
  map({
    name: text().default('Gate 1').describe('What the gate is called in reports.'),
    condition: gate1Condition(vocabulary)
      .describe('What must have been measured, in the notation of conditions.md. The floor is asked besides.')
      .meta({ examples: ['tests_failing == 0 AND consecutive_green_runs >= 2'] }),
    rationale: text().optional().describe('Why it asks for that, for people.'),
  });

const gate2With = (vocabulary: Vocabulary) =>
  map({
    name: text().default('Explicit Exit Signal').describe('What the gate is called in reports.'),
    condition: gate2Condition(vocabulary)
      .default('exit_signal == true')
      .describe('What the agent must have said. It names exit_signal.'),
    rationale: text().optional().describe('Why it asks for that, for people.'),
  });

/** One element of `phases`, or one document of a file that is named there. `vocabulary`: the metrics that conditions may name. */
export const phaseSchemaWith = (vocabulary: Vocabulary) =>
  map({
    phase: z
      .string({ error: PHASE_NAME })
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, PHASE_NAME)
      .describe('Its name, unique whatever the case: a state of the chart, and what the agent writes as PHASE.')
      .meta({ examples: ['GREEN'] }),
    purpose: text()
      .describe('What the phase is for; the agent reads it in its prompt.')
      .meta({ examples: ['Verify all tests pass with implementation'] }),
    tests: oneOf(['must_fail', 'must_pass'])
      .optional()
      .describe(
        'What the tests have to do: inventory, freeze and prompts go by this. Default: must_fail for RED, must_pass for all others.',
      ),
    gate_1: gate1With(vocabulary).describe('What is measured.'),
    gate_2: gate2With(vocabulary).prefault({}).describe("The agent's explicit signal."),
    exit_allowed: map({
      when: exitCondition()
        .describe('Both gates. Nothing else is accepted (RULES 1.1).')
        .meta({ examples: ['gate_1 == true AND gate_2 == true'] }),
    })
      .optional()
      .describe('When the phase may be left; both gates when absent.'),
    limits: map({
      max_iterations: wholeNumber(1).default(10).describe('Decided iterations before the phase is stopped.'),
      max_minutes: wholeNumber(1, 30_000).default(240).describe('Minutes that the phase may take.'),
    })
      .prefault({})
      .describe('What the phase may use.'),
    circuit_breaker: map({
      no_progress: wholeNumber(1)
        .optional()
        .describe(
          'Decided iterations in a row without progress before the breaker opens. Default: 5 for REFACTOR, 3 for all others.',
        ),
      same_error: wholeNumber(1)
        .default(5)
        .describe('Decided iterations with the same failing tests and checks, in a row or not, before it opens.'),
    })
      .prefault({})
      .describe('When the breaker opens.'),
    prompt: text().optional().describe('Added to the default prompt of the phase.'),
  });

/** `phases`: at least one. */
export const phasesWith = (vocabulary: Vocabulary) =>
  listOf(
    z
      .union([pathInside(), phaseSchemaWith(vocabulary)], {
        error: 'must be a phase, or the path of a YAML file with phases',
      })
      .describe('A phase, or the path of a YAML file that holds one phase a document.'),
    'phases',
    1,
  )
    .optional()
    .describe(
      'The phases, in order. RED, GREEN, REFACTOR and DOCUMENT with the gates of the specification when absent.',
    );

/** A phase as the chart and the gates take it, with every default filled in. */
export const shapePhase = (written: z.output<ReturnType<typeof phaseSchemaWith>>): Phase => {
  const { exit_allowed: _alwaysBothGates, tests, circuit_breaker, ...rest } = written;
  const name = written.phase.toUpperCase();
  return {
    ...rest,
    tests: tests ?? (name === 'RED' ? 'must_fail' : 'must_pass'),
    circuit_breaker: {
      no_progress: circuit_breaker.no_progress ?? (name === 'REFACTOR' ? 5 : 3),
      same_error: circuit_breaker.same_error,
    },
  };
};
