/** `dualgate.yaml`, key by key: the source for the reader, for completion in editors and for docs/reference/config.md. */
import { z } from 'zod';
import { type Vocabulary, vocabularyOf } from '../../../../gates/metrics.ts';
import { CONFIG_PRESET_NAMES } from '../../../signals/systems/systems.ts';
import { checksSchema, measuresSchema } from './checks-schema.ts';
import { approvalSchema, integritySchema, plansSchema } from './evidence-schemas.ts';
import { agentSchema } from './agent-schema.ts';
import { confidenceSchema, workItemsSchema, workSchema } from './work-schema.ts';
import { command, flag, glob, listOf, map, oneOf, orNull, wholeNumber, pattern } from './fields.ts';
import {
  circuitBreakerSchema,
  limitsSchema,
  notifySchema,
  mutationCheckSchema,
  signalsSchema,
} from './short-schemas.ts';
import { testsSchema } from './tests-schema.ts';
import { phasesWith } from './phase-schema.ts';
import { BELOW_FLOOR } from '../floor-keys.ts';

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
const exitGateSchema = map({
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

const documents = map({
  globs: listOf(glob(), 'globs', 1)
    .default(['{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}', 'README.md', 'ARCHITECTURE.md'])
    .describe('Globs of documents, decision records and diagrams. Letter case is ignored.'),
  required_docs_count: wholeNumber(1).default(3).describe('The metric of this name.'),
});

const keys = map({
  version: z.literal(1, { error: 'must be 1' }).default(1).describe('Version of this format.'),
  preset: orNull(oneOf(CONFIG_PRESET_NAMES)).describe(
    'A system preset to build on. Keys of this file replace keys of the preset; a list replaces the full list. `dualgate presets` prints each preset.',
  ),
  work: workSchema.describe('The work to do: one spec, or a list of specs.'),
  agent: agentSchema.describe('The agent that does the work: a program that dualgate knows by name, or any command.'),
  tests: testsSchema.describe(
    'The tests: one suite, or a list of suites with these keys each. Some keys concern the workspace and can be set in any suite: `writes` and `known_failing` are combined; `hidden`, `max_runs`, `memory` and `fast_first` may be set once.',
  ),
  checks: checksSchema
    .prefault({})
    .describe(
      'Commands other than tests, measured by their exit code. A check runs once in an iteration, after the tests have the result that the phase needs. A condition requires a check by naming its metric.',
    ),
  measures: measuresSchema
    .prefault({})
    .describe(
      'Commands that print metrics of your own. A measure runs once in an iteration, after the tests have the result that the phase needs, if a condition of the phase names one of its metrics. A missing value or a value of another type holds the phase.',
    ),
  signals: signalsSchema.prefault({}).describe('How the agent gives its exit signal.'),
  documents: documents.prefault({}).describe('Files that count as documentation.'),
  integrity: integritySchema
    .prefault('block')
    .describe(
      'Response to a changed, weakened or removed test of RED: `block` holds the phase, `warn` only records it. An object has more keys.',
    ),
  criteria_ids: oneOf(['require', 'ignore'])
    .default('require')
    .describe(
      'Criteria with ids, such as AC-1: `require` needs a test with each id in its name, from the first phase whose tests must fail, and a passing one after it. `ignore` only counts tests.',
    ),
  commits: flag()
    .default(false)
    .describe(
      'Whether a run works on its own branch, `dualgate/` and the name of the spec, with a commit for each exit of a phase. The working tree must be clean at the start.',
    ),
  workspace: oneOf(['here', 'worktree'])
    .default('here')
    .describe(
      'Working folder of a run with `commits: true`. `here`: this checkout. `worktree`: its own git worktree beside the repository, so that your checkout stays untouched.',
    ),
  setup: orNull(command('npm ci')).describe(
    'With `workspace: worktree`: a command to run in the new worktree before anything else. Time limit: 30 minutes. No shell.',
  ),
  mutation_check: mutationCheckSchema
    .prefault({})
    .describe(
      'The mutation check. It runs before a phase whose tests must pass is exited: dualgate changes a copy of the changed code in small ways (mutants) and holds the phase if the tests notice too few of them (`percent`). `false` switches it off.',
    ),
  confirmations: orNull(wholeNumber(2, 100)).describe(
    'Consecutive green runs that a phase needs if its tests must pass, without a change to the sources and in one iteration. Default: 2 in the phase that turns red into green, 1 in later phases. `tests.max_runs` must be at least as high.',
  ),
  exit_gate: orNull(exitGateSchema).describe(
    'Completion indicators of spec 000. They set the metrics `completion_indicators`, `evidence_indicators` and `indicator_threshold`.',
  ),
  plans: orNull(plansSchema).describe('Lists that the agent ticks. They set the metrics of plans and tasks.'),
  confidence: orNull(confidenceSchema).describe(
    'The score of spec 002. It sets the metrics `confidence`, `confidence_threshold` and `completion_indicated`.',
  ),
  phases: phasesWith(vocabularyOf()),
  limits: limitsSchema
    .prefault({})
    .describe('Limits of a run, counted from its start, or from the last time that an operator resumed or reset it.'),
  circuit_breaker: circuitBreakerSchema
    .prefault({})
    .describe('Response to work without progress. Each phase sets when the breaker opens.'),
  notify: notifySchema
    .prefault({})
    .describe(
      'Commands that report how a run ended, or that an agent session was completed. Each gets one JSON object on stdin. No shell; a program on PATH, or an absolute path outside the workspace. Their result has no effect on the run.',
    ),
  approval: approvalSchema
    .optional()
    .describe('How a person is asked in a phase with `confirm: true`. See operate-a-run.md.'),
  work_items: workItemsSchema
    .prefault({})
    .describe('The work items of spec 003, which `dualgate work` hands to sessions and workers.'),
});

/** The whole file. @param vocabulary - the metrics that conditions may use */
export const configSchemaWith = (vocabulary: Vocabulary) =>
  keys
    .extend({ phases: phasesWith(vocabulary) })
    .transform(
      ({
        version,
        preset,
        work,
        agent,
        tests,
        checks: { checks, reviewer },
        measures,
        signals,
        documents,
        integrity,
        ...rest
      }) => ({
        version,
        preset,
        ...work,
        agent,
        tests,
        checks,
        measures,
        signals,
        documents,
        ...integrity,
        ...rest,
        circuit_breaker: {
          ...rest.circuit_breaker,
          stagnation_threshold:
            rest.circuit_breaker.stagnation_threshold ?? rest.exit_gate?.stagnation_threshold ?? null,
        },
        // The sandbox and the memory are those of the run.
        ...(reviewer !== null && { review: { agent: { ...agent, ...reviewer } } }),
      }),
    );

/** The output for a valid file, before its phase files are read. */
export type WrittenConfig = z.output<ReturnType<typeof configSchemaWith>>;
