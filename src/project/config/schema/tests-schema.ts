/** `tests` of a config, as one suite or as a list. */
import { posix } from 'node:path';
import { z } from 'zod';
import { REPORT_PLACE } from '../../../runners/report/report-files.ts';
import { FILES_RUNNERS, NAMED_RUNNERS, RUNNER_NAMES, RUNNERS } from '../../../runners/runners.ts';
import { plainPath } from '../plain-path.ts';
import { beforeSchema } from './checks-schema.ts';
import { duration, memoryFor } from './duration.ts';
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

const runnerName = () => oneOf(RUNNER_NAMES);
const quote = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const FORMS = RUNNER_NAMES.flatMap((name) => {
  const runner = RUNNERS[name];
  return runner.report === 'files' ? [runner.form] : [];
});

/** Default of `max_runs`: how often the suites run in one iteration at most. */
const DEFAULT_MAX_RUNS = 5;

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

type Written = z.output<typeof suite>;

const shapeFolder = (written: string): string => {
  const folder = posix.normalize(written.replaceAll('\\', '/')).replace(/\/$/, '');
  return folder === '.' ? '' : folder;
};

/** A glob of a suite's folder as a glob of the workspace. The name of the folder is no pattern. */
const placeGlob = (folder: string, glob: string): string =>
  folder === '' ? glob : `${folder.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&')}/${glob.replace(/^(?:\.\/)+/, '')}`;

/** A config with the path of a report implies the runner. `null`: it is detected from the command. */
const runnerOf = ({
  runner,
  report,
  command,
}: Pick<Written, 'runner' | 'report' | 'command'>): Written['runner'] | null =>
  runner ??
  (report !== undefined || command.some((word) => word.includes(REPORT_PLACE)) ? FILES_RUNNERS[0] : null) ??
  null;

const shapeSuite = (written: Written, position: number) => {
  const folder = shapeFolder(written.folder ?? '');
  return {
    name: written.name ?? (folder === '' ? `suite ${position + 1}` : folder),
    /** Relative to the workspace, with `/`; `''` for the workspace itself. */
    folder,
    command: written.command,
    ...(written.before !== undefined && { before: written.before }),
    runner: runnerOf(written),
    /** `null`: it writes none, or the command has a `{report}`. */
    report: written.report ?? null,
    ...(written.junit?.sums === 'ignore' && { sums: 'ignore' as const }),
    timeout_ms: written.timeout,
    files: written.files.map((glob) => placeGlob(folder, glob)),
    coverage: written.coverage === undefined ? null : plainPath(written.coverage),
  };
};

/** Paths are relative to the workspace after it, names filled in; keys that concern the workspace stand beside the suites. */
export const testsSchema = z
  .union([suite.transform((only) => [only]), listOf(suite, 'suites', 1)], {
    error: 'must be a map of keys, or a list of such maps, one for each suite',
  })
  .transform((written) => {
    const suites = written.map(shapeSuite);
    const first = <Key extends keyof Written>(key: Key) => written.find((each) => each[key] !== undefined)?.[key];
    const [memory, hidden] = [first('memory'), first('hidden')];
    return {
      suites,
      writes: written.flatMap(({ writes }, i) => writes.map((glob) => placeGlob(suites[i]?.folder ?? '', glob))),
      known_failing: written.flatMap(({ known_failing: names }, i) =>
        suites.length > 1 ? names.flatMap((name) => [name, `${suites[i]?.name ?? ''} > ${name}`]) : names,
      ),
      hidden:
        hidden === undefined ? null : { command: hidden.command, runner: runnerOf(hidden), timeout_ms: hidden.timeout },
      fast_first: first('fast_first') ?? null,
      max_runs: first('max_runs') ?? DEFAULT_MAX_RUNS,
      ...(memory !== undefined && { memory_bytes: memory }),
    };
  });
