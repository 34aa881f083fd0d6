/**
 * `dualgate.yaml`, key by key: what the reader checks, what editors complete and what docs/reference/config.md lists.
 *
 * @module
 */
import { z } from 'zod';
import { type Vocabulary, vocabularyOf } from '../../../gates/metrics.ts';
import { CONFIG_PRESET_NAMES } from '../../systems/systems.ts';
import { agentSchema } from './agent-schema.ts';
import { checksSchema, measuresSchema } from './checks-schema.ts';
import { confidenceSchema } from './confidence-schema.ts';
import { duration } from './duration.ts';
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
import { circuitBreakerSchema, limitsSchema } from './limits-schema.ts';
import { notifySchema } from './notify-schema.ts';
import { phasesWith } from './phase-schema.ts';
import { plansSchema } from './plans-schema.ts';
import { signalsSchema } from './signals-schema.ts';
import { whole } from './whole.ts';
import { workSchema } from './work-schema.ts';
import { FILES_RUNNERS, NAMED_RUNNERS, RUNNER_NAMES, RUNNERS } from '../../testing/runners.ts';

const runnerName = () => oneOf(RUNNER_NAMES);

const quote = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const FORMS = RUNNER_NAMES.flatMap((name) => {
  const runner = RUNNERS[name];
  return runner.report === 'files' ? [runner.form] : [];
});

/** How often the suites are run in one iteration at the most, where the config does not say. */
export const DEFAULT_MAX_RUNS = 5;

const suite = map({
  name: text('a name')
    .regex(/^[^\n>]+$/, 'must be one line without ">"')
    .optional()
    .describe(
      'Of a list: what the suite is called, in messages and before the names of its tests. Default: its folder.',
    )
    .meta({ examples: ['web'] }),
  folder: pathInside()
    .optional()
    .describe(
      'Where the suite runs; `report`, `files` and `writes` beside it are relative to it. Default: the workspace.',
    )
    .meta({ examples: ['packages/web'] }),
  command: command('npx vitest run').describe(
    'Runs the whole suite once. A list of words, or one line that is split into words. No shell.',
  ),
  runner: runnerName()
    .optional()
    .describe(
      `Whose reports are read. Found from the command when absent. ${NAMED_RUNNERS.map(({ name, standsFor }) => `\`${name}\`: ${standsFor}.`).join(' ')}`,
    ),
  report: reportPath()
    .optional()
    .describe(
      `Where the ${FORMS.join(' or ')} of one run lies, a path or a glob; what is there before a run is removed. Not needed where the command has a \`{report}\` in it, for which a fresh path is put. Makes \`${FILES_RUNNERS[0]}\` the runner.`,
    )
    .meta({ examples: ['build/test-results/**/*.xml'] }),
  timeout: duration().prefault('10m').describe('How long one run of the suite may take.'),
  files: listOf(glob(), 'globs')
    .default([])
    .describe(
      `The test files and what they stand on, besides those that the runner names and those that are named like tests: frozen when RED is left. Needed with the runners that name no files: ${quote(RUNNER_NAMES.filter((name) => RUNNERS[name].withoutFiles !== undefined))}.`,
    )
    .meta({ examples: [['checks/**', 'tools/run-checks.sh']] }),
  writes: listOf(glob(), 'globs')
    .default([])
    .describe('Files that the suite writes for itself and git does not ignore: they are no sources.')
    .meta({ examples: [['coverage/**']] }),
  known_failing: listOf(text('the name of a test, as dualgate prints it'), 'names of tests')
    .default([])
    .describe('Tests that fail or flake before the run begins, as dualgate prints their names: left out of all counts.')
    .meta({ examples: [['test/slow.test.js > uploads > survives a restart']] }),
  held_out: map({
    command: command('node --test /srv/held-out/shout.test.mjs').describe(
      'Runs that suite once, in the workspace. It names a file, a folder or a glob outside.',
    ),
    runner: runnerName()
      .optional()
      .describe(
        `As \`tests.runner\`. ${quote(FILES_RUNNERS)} needs a \`{report}\` in the command, and is the runner where there is one.`,
      ),
    timeout: duration().prefault('10m').describe('How long one run of it may take.'),
  })
    .optional()
    .describe(
      'A second suite, outside of the workspace, which the agent is never shown: it runs where tests must pass, when all others do, and of its tests only the number that failed is told.',
    ),
  coverage: coveragePath()
    .optional()
    .describe(
      `Where the suite writes its coverage, for the metric \`coverage_lines\`: \`lcov.info\`, Cobertura XML, \`coverage-summary.json\` of Istanbul, or a Go cover profile. Removed before each test run, and read after it. Not needed with a runner that reports it: ${quote(RUNNER_NAMES.filter((name) => RUNNERS[name].reportsCoverage === true))}.`,
    )
    .meta({ examples: ['coverage/lcov.info'] }),
  fast_first: flag()
    .optional()
    .describe(
      'Where tests must pass: run those that are new since the run began first, and the whole suite only when they pass. Default: when the whole suite takes longer than 10 s. What opens a phase is the whole suite either way.',
    ),
  max_runs: wholeNumber(2)
    .optional()
    .describe('How often the suite is run in one iteration while only green runs are wanting.')
    .meta({ default: DEFAULT_MAX_RUNS }),
});

const tests = z.union([suite, listOf(suite, 'suites', 1)], {
  error: 'must be a map of keys, or a list of such maps: one a suite',
});

const documents = map({
  globs: listOf(glob(), 'globs', 1)
    .default(['{docs,doc,adr,adrs,decisions}/**/*.{md,adoc,mmd,dsl,puml}', 'README.md', 'ARCHITECTURE.md'])
    .describe('Where documents, decision records and diagrams are looked for, in any letter case.'),
  required_docs_count: wholeNumber(1).default(3).describe('The metric of this name.'),
});

/** What is no number is told by its own key. */
const isNoMoreThanFaults = (value: object): boolean =>
  !(Number(Reflect.get(value, 'at_least')) > Number(Reflect.get(value, 'faults')));

const PROBE = 'must be false, or a map of keys';

const probe = z.union(
  [
    z.literal(false, { error: PROBE }),
    map({
      faults: wholeNumber(1, 100)
        .default(5)
        .describe('How many faults are tried; up to twice as many while no test has noticed any.'),
      at_least: wholeNumber(1, 100)
        .optional()
        .describe(
          'With fewer faults that could be tried nothing is shown, and the phase is not held for it. Default: 3, or `faults` where that is less.',
        ),
      minutes: wholeNumber(1, 600).default(5).describe('Minutes that the probe may take.'),
    }).refine(...whole(isNoMoreThanFaults, 'needs an `at_least` that is no more than `faults`')),
  ],
  { error: PROBE },
);

/** The whole file, with what every config may measure. */
export const configSchema = map({
  version: z.literal(1, { error: 'must be 1' }).default(1).describe('Version of this format.'),
  preset: oneOf(CONFIG_PRESET_NAMES)
    .optional()
    .describe(
      'A config of one of the specified systems, under this one: what stands here stands over it, key by key, lists as a whole. `dualgate presets` prints each.',
    ),
  work: workSchema.describe('What is to be done: one spec, or a list of them.'),
  agent: agentSchema.describe('Who does it: a program that dualgate knows by name, or any command.'),
  tests: tests.describe(
    'How it is measured: one suite, or a list of them, each with these keys. What concerns the whole workspace may stand in any of them: `writes` and `known_failing` add up, `held_out`, `max_runs` and `fast_first` are said once.',
  ),
  checks: checksSchema
    .prefault({})
    .describe(
      'Commands besides the tests, of which the exit code is measured: run once in an iteration, after the tests, when these are as the phase wants them. A condition that names their metric asks for them.',
    ),
  measures: measuresSchema
    .prefault({})
    .describe(
      'Commands that measure metrics of your own: run once in an iteration, after the tests, when these are as the phase wants them and a condition of it asks for one of the metrics. What is missing, or is of another type, holds the phase.',
    ),
  signals: signalsSchema.prefault({}).describe('How the agent says that it is done.'),
  documents: documents.prefault({}).describe('What counts as documentation.'),
  integrity: oneOf(['block', 'warn'])
    .default('block')
    .describe('What a changed, weakened or lost test of RED does: hold the phase, or stand in the record only.'),
  commits: flag()
    .default(false)
    .describe(
      'Whether a run works on a branch of its own, `dualgate/` and the name of the spec, and makes each exit of a phase a commit on it. It begins on a clean tree then.',
    ),
  workspace: oneOf(['here', 'worktree'])
    .default('here')
    .describe(
      'Where a run with `commits: true` works: in this checkout, or in a work tree of git of its own beside the root of the repository, so that the checkout stays yours.',
    ),
  setup: command('npm ci')
    .optional()
    .describe('With `workspace: worktree`: run there once before anything else, in 30 minutes at the most. No shell.'),
  probe: probe
    .prefault({})
    .describe(
      'Before a phase whose tests must pass is left: small faults are put into a copy of the changed code, and the phase is held when no test notices any. `false` switches it off.',
    ),
  confirmations: wholeNumber(2, 100)
    .optional()
    .describe(
      'How many green runs in a row it takes to leave a phase whose tests must pass, on one tree and in one iteration. Default: 2 in the phase that turns red into green, 1 in those after it. `tests.max_runs` has to allow them.',
    ),
  exit_gate: exitGateSchema
    .optional()
    .describe(
      'Completion indicators, as spec 000 counts them: measured for conditions over `completion_indicators`, `evidence_indicators` and `indicator_threshold`.',
    ),
  plans: plansSchema.optional().describe('Lists that the agent ticks: measured for conditions over plans and tasks.'),
  confidence: confidenceSchema
    .optional()
    .describe(
      'The score of spec 002 for each iteration: measured for conditions over `confidence`, `confidence_threshold` and `completion_indicated`.',
    ),
  phases: phasesWith(vocabularyOf()),
  limits: limitsSchema
    .prefault({})
    .describe('What a run may use, counted from its start, or from where an operator resumed or reset it last.'),
  circuit_breaker: circuitBreakerSchema
    .prefault({})
    .describe('What happens when the work gets nowhere. When it opens is said by each phase.'),
  notify: notifySchema
    .prefault({})
    .describe(
      'Commands that tell people how a run ended, or that a session was completed: one JSON object on stdin. No shell; a program on the PATH, or an absolute path outside of the workspace. What they do changes nothing.',
    ),
});

/** The same, where conditions may name what `vocabulary` has. */
export const configSchemaWith = (vocabulary: Vocabulary) => configSchema.extend({ phases: phasesWith(vocabulary) });

/** What `configSchema` gives for a file without problems. */
export type WrittenConfig = z.output<typeof configSchema>;
