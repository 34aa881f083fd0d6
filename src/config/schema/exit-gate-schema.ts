/**
 * `exit_gate` of a config: the configuration block of spec 000, as it stands there, in YAML or in JSON.
 *
 * @module
 */
import { z } from 'zod';
import { BELOW_FLOOR } from '../floor-keys.ts';
import { flag, listOf, map, wholeNumber } from './fields.ts';
import { pattern } from './pattern-field.ts';

/** COMPLETION_PATTERNS of spec 000, word for word. */
const SPECIFIED_PATTERNS = [
  '<promise>COMPLETE</promise>',
  'all tasks.*completed',
  'implementation.*finished',
  'ready for review',
  'no remaining work',
  'all acceptance criteria.*met',
];

/** A switch that stands on; who switches it off is told which rule that is against (RULES 1). */
const alwaysOn = (message: string) =>
  flag()
    .superRefine((value, context) => {
      if (!value) context.addIssue({ code: 'custom', message, params: { alone: true } });
    })
    .default(true);

const evidenceChecks = map({
  tests: alwaysOn(BELOW_FLOOR.measured).describe(
    'The suite passes as a whole. Cannot be switched off: the floor asks for it.',
  ),
  acceptance_criteria: flag()
    .default(true)
    .describe('Every criterion of the spec has a passing test of its id, or its box was ticked when the run began.'),
  build: flag().default(false).describe('`checks.build` ended with exit code 0.'),
  clean_git: flag().default(false).describe('The commit at HEAD holds the sources as they are.'),
});

/** Absent: no indicators are counted. */
export const exitGateSchema = map({
  enabled: flag()
    .default(true)
    .describe('`false` switches the indicators off. Both gates and the floor stay as they are.'),
  indicator_threshold: wholeNumber(1, 1_000)
    .default(2)
    .describe(
      'The metric of this name. CUB_EXIT_THRESHOLD in the environment of `run` stands over it, and `--exit-threshold` over both.',
    ),
  require_explicit_signal: alwaysOn(BELOW_FLOOR.signal).describe(
    'Always true: accepted for configs of spec 000 as they stand.',
  ),
  evidence_checks: evidenceChecks
    .prefault({})
    .describe('What is looked at besides words: each that is there is one of `evidence_indicators`.'),
  patterns: listOf(pattern(), 'patterns')
    .default(SPECIFIED_PATTERNS)
    .describe(
      "Of RE2, looked for in each line of the agent's last message, whatever the case: each that is found is one of `completion_indicators`.",
    ),
  allow_agent_override: flag()
    .default(false)
    .describe(
      'Whether `EXIT_OVERRIDE: true` beside a yes lifts the indicator threshold for that iteration. Nothing that is measured is lifted by it.',
    ),
  stagnation_threshold: wholeNumber(1)
    .optional()
    .describe('Decided iterations of a phase that were held before the breaker opens: `Exit gate not passing`.'),
});

/** What the schema gives. */
export type WrittenExitGate = z.output<typeof exitGateSchema>;
