/**
 * `dualgate.yaml`, key by key: the source for the reader, for completion in editors and for docs/reference/config.md.
 */
import { z } from 'zod';
import { type Vocabulary, vocabularyOf } from '../../../../gates/metrics.ts';
import { CONFIG_PRESET_NAMES } from '../../../signals/systems/systems.ts';
import { beforeSchema, checksSchema, measuresSchema } from './checks-schema.ts';
import { approvalSchema, integritySchema, plansSchema } from './evidence-schemas.ts';
import { agentSchema } from './agent-schema.ts';
import { confidenceSchema, workItemsSchema, workSchema } from './work-schema.ts';
import { duration, memoryFor } from './duration.ts';
import { exitGateSchema } from './exit-gate-schema.ts';
import {
  command,
  coveragePath,
  flag,
  glob,
  listOf,
  map,
  oneOf,
  pathInside,
  reportPath,
  text,
  wholeNumber,
} from './fields.ts';
import {
  circuitBreakerSchema,
  limitsSchema,
  notifySchema,
  mutationCheckSchema,
  signalsSchema,
} from './short-schemas.ts';
import { phasesWith } from './phase-schema.ts';
import { FILES_RUNNERS, NAMED_RUNNERS, RUNNER_NAMES, RUNNERS } from '../../../runners/runners.ts';

const runnerName = () => oneOf(RUNNER_NAMES);
const quote = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const FORMS = RUNNER_NAMES.flatMap((name) => {
  const runner = RUNNERS[name];
  return runner.report === 'files' ? [runner.form] : [];
});

/** Default of `max_runs`: how often the suites run in one iteration at most. */
export const DEFAULT_MAX_RUNS = 5;

const suite = map({
  name: text('a name')
    .regex(/^[^\n>]+$/, 'must be one line without ">"')
    .optional()
    .describe(
      'With several suites: the name of this suite, in messages and before the names of its tests. Default: its folder.',
    )
    .meta({ examples: ['web'] }),
  folder: pathInside()
    .optional()
    .describe(
      'Folder in which the suite runs. `report`, `files` and `writes` are relative to it. Default: the workspace.',
    )
    .meta({ examples: ['packages/web'] }),
  command: command('npx vitest run').describe(
    'Runs all tests of the suite once. A list of words, or one line that is split into words. No shell.',
  ),
  before: beforeSchema
    .optional()
    .describe(
      'For tests that read compiled files, which git ignores: a build before each run of the suite, everywhere that the suite runs. If it fails, the suite did not run.',
    ),
  runner: runnerName()
    .optional()
    .describe(
      `The test runner. Default: detected from the command. ${NAMED_RUNNERS.map(({ name, standsFor }) => `\`${name}\`: ${standsFor}.`).join(' ')}`,
    ),
  report: reportPath()
    .optional()
    .describe(
      `Path or glob of the ${FORMS.join(' or ')} of one run. Matching files are removed before each run. Not needed if the command contains \`{report}\`, which dualgate replaces by a fresh path. Makes \`${FILES_RUNNERS[0]}\` the default runner.`,
    )
    .meta({ examples: ['build/test-results/**/*.xml'] }),
  junit: map({
    sums: oneOf(['compare', 'ignore'])
      .default('compare')
      .describe(
        'Sums such as `tests="5"` in a JUnit file: `compare` holds if a test is missing by them, for each known tool as it counts. `ignore` is for a tool whose sums count something else: its test cases count alone.',
      ),
  })
    .optional()
    .describe('How JUnit XML is read.'),
  timeout: duration().prefault('10m').describe('Time limit of one run of the suite.'),
  files: listOf(glob(), 'globs')
    .default([])
    .describe(
      `More test files, and files that the tests need. They are frozen when RED is exited. Files that the runner reports, and files with the name of a test, are always included. Required for runners that report no files: ${quote(RUNNER_NAMES.filter((name) => RUNNERS[name].withoutFiles !== undefined))}.`,
    )
    .meta({ examples: [['checks/**', 'tools/run-checks.sh']] }),
  writes: listOf(glob(), 'globs')
    .default([])
    .describe('Files that the suite writes and git does not ignore. They do not count as sources.')
    .meta({ examples: [['coverage/**']] }),
  known_failing: listOf(text('the name of a test, as dualgate prints it'), 'names of tests')
    .default([])
    .describe(
      'Names of tests that fail or flake before the run starts, as dualgate prints them. They are left out of all counts.',
    )
    .meta({ examples: [['test/slow.test.js > uploads > survives a restart']] }),
  hidden: map({
    command: command('node --test /srv/hidden/shout.test.mjs').describe(
      'Runs the hidden suite once, in the workspace. The command names a file, a folder or a glob outside the workspace.',
    ),
    runner: runnerName()
      .optional()
      .describe(
        `The runner of the hidden suite, as in \`tests.runner\`. ${quote(FILES_RUNNERS)} needs \`{report}\` in the command, and is the default if the command has one.`,
      ),
    timeout: duration().prefault('10m').describe('Time limit of one run of the hidden suite.'),
  })
    .optional()
    .describe(
      'A hidden suite, outside the workspace, which the agent never sees. It runs in phases whose tests must pass, after all other tests pass. The agent learns only how many of its tests failed.',
    ),
  coverage: coveragePath()
    .optional()
    .describe(
      `File in which the suite writes its coverage, for the metric \`coverage_lines\`: \`lcov.info\`, Cobertura XML, \`coverage-summary.json\` of Istanbul, or a Go cover profile. dualgate removes it before each test run and reads it afterwards. Not needed for runners that report coverage: ${quote(RUNNER_NAMES.filter((name) => RUNNERS[name].reportsCoverage === true))}.`,
    )
    .meta({ examples: ['coverage/lcov.info'] }),
  fast_first: flag()
    .optional()
    .describe(
      'In phases whose tests must pass: run the tests that are new since the start of the run first, and the full suite only if they pass. A gate always needs the full suite. Default: on if the full suite takes longer than 10 s.',
    ),
  memory: memoryFor('one run of a suite, a build, a check or a measure'),
  max_runs: wholeNumber(2)
    .optional()
    .describe('Maximum number of test runs in one iteration while only green runs are missing.')
    .meta({ default: DEFAULT_MAX_RUNS }),
});

const tests = z.union([suite, listOf(suite, 'suites', 1)], {
  error: 'must be a map of keys, or a list of such maps, one for each suite',
});

const documents = map({
  globs: listOf(glob(), 'globs', 1)
    .default(['{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}', 'README.md', 'ARCHITECTURE.md'])
    .describe('Globs of documents, decision records and diagrams. Letter case is ignored.'),
  required_docs_count: wholeNumber(1).default(3).describe('The metric of this name.'),
});

/** All keys of the file, with every metric that the config may name. */
export const configSchema = map({
  version: z.literal(1, { error: 'must be 1' }).default(1).describe('Version of this format.'),
  preset: oneOf(CONFIG_PRESET_NAMES)
    .optional()
    .describe(
      'A system preset to build on. Keys of this file replace keys of the preset; a list replaces the full list. `dualgate presets` prints each preset.',
    ),
  work: workSchema.describe('The work to do: one spec, or a list of specs.'),
  agent: agentSchema.describe('The agent that does the work: a program that dualgate knows by name, or any command.'),
  tests: tests.describe(
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
    .default('block')
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
  setup: command('npm ci')
    .optional()
    .describe(
      'With `workspace: worktree`: a command to run in the new worktree before anything else. Time limit: 30 minutes. No shell.',
    ),
  mutation_check: mutationCheckSchema
    .prefault({})
    .describe(
      'The mutation check. It runs before a phase whose tests must pass is exited: dualgate changes a copy of the changed code in small ways (mutants) and holds the phase if the tests notice too few of them (`percent`). `false` switches it off.',
    ),
  confirmations: wholeNumber(2, 100)
    .optional()
    .describe(
      'Consecutive green runs that a phase needs if its tests must pass, without a change to the sources and in one iteration. Default: 2 in the phase that turns red into green, 1 in later phases. `tests.max_runs` must be at least as high.',
    ),
  exit_gate: exitGateSchema
    .optional()
    .describe(
      'Completion indicators of spec 000. They set the metrics `completion_indicators`, `evidence_indicators` and `indicator_threshold`.',
    ),
  plans: plansSchema.optional().describe('Lists that the agent ticks. They set the metrics of plans and tasks.'),
  confidence: confidenceSchema
    .optional()
    .describe(
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

/** The same, for conditions that may use the metrics of `vocabulary`. */
export const configSchemaWith = (vocabulary: Vocabulary) => configSchema.extend({ phases: phasesWith(vocabulary) });

/** The output of `configSchema` for a valid file. */
export type WrittenConfig = z.output<typeof configSchema>;
