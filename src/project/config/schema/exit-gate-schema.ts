/** `exit_gate` of a config: the configuration block of spec 000, unchanged, in YAML or in JSON. */
import { BELOW_FLOOR } from '../floor-keys.ts';
import { flag, listOf, map, wholeNumber, pattern } from './fields.ts';

/** COMPLETION_PATTERNS of spec 000, word for word. */
const SPECIFIED_PATTERNS = [
  '<promise>COMPLETE</promise>',
  'all tasks.*completed',
  'implementation.*finished',
  'ready for review',
  'no remaining work',
  'all acceptance criteria.*met',
];

/** A switch that must stay on. Switching it off is an error that names the rule (rules 1.1 to 1.7). */
const alwaysOn = (message: string) =>
  flag()
    .superRefine((value, context) => {
      if (!value) context.addIssue({ code: 'custom', message, params: { alone: true } });
    })
    .default(true);

const evidenceChecks = map({
  tests: alwaysOn(BELOW_FLOOR.measured).describe('All tests pass. Cannot be switched off: the floor requires it.'),
  acceptance_criteria: flag()
    .default(true)
    .describe(
      'Every criterion of the spec has a passing test with its id, or its box was already ticked when the run started.',
    ),
  build: flag().default(false).describe('`checks.build` exited with code 0.'),
  clean_git: flag().default(false).describe('HEAD contains all sources, without uncommitted changes.'),
});

/** Optional: without it, no indicators are counted. */
export const exitGateSchema = map({
  enabled: flag().default(true).describe('`false` switches the indicators off. Both gates and the floor still apply.'),
  indicator_threshold: wholeNumber(1, 1_000)
    .default(2)
    .describe(
      'The metric of this name. CUB_EXIT_THRESHOLD in the environment of `run` overrides it, and `--exit-threshold` overrides both.',
    ),
  require_explicit_signal: alwaysOn(BELOW_FLOOR.signal).describe(
    'Always true. Accepted so that configs of spec 000 work unchanged.',
  ),
  evidence_checks: evidenceChecks
    .prefault({})
    .describe(
      'Evidence to check, in addition to patterns. Each piece of evidence found adds one to `evidence_indicators`.',
    ),
  patterns: listOf(pattern(), 'patterns')
    .default(SPECIFIED_PATTERNS)
    .describe(
      "Patterns (RE2) to find in each line of the agent's last message. Case is ignored. Each pattern found adds one to `completion_indicators`.",
    ),
  allow_agent_override: flag()
    .default(false)
    .describe(
      'Whether `EXIT_OVERRIDE: true` with a true exit signal lifts the indicator threshold for that iteration. Measured conditions still apply.',
    ),
  stagnation_threshold: wholeNumber(1)
    .optional()
    .describe(
      'How many decided iterations of a phase may be held before the breaker opens with `Exit gate not passing`.',
    ),
}).transform(({ require_explicit_signal: _alwaysTrue, stagnation_threshold, ...written }) => ({
  ...written,
  stagnation_threshold: stagnation_threshold ?? null,
}));
