/**
 * Runs the suites of a workspace one after another, as one test run. Each has its own report, its own streams and its own time
 * limit; a file is named relative to the workspace, and of several suites a test by its suite too.
 *
 * @module
 */
import { join, posix } from 'node:path';
import { withCoverage } from './report/coverage-file.ts';
import { isOwnFolder } from './own-folder.ts';
import { joinSuiteRuns } from './join-suite-runs.ts';
import { runTests, type TestRunOptions, type TestSuite } from './run-tests.ts';
import type { SuiteRun, TestCase, TestCounts, TestRun } from './test-run.ts';

/** A suite with its place among the others. */
export interface PlacedSuite extends TestSuite {
  readonly name: string;
  /** Where it runs, relative to the workspace, with `/`; `''` for the workspace itself. */
  readonly folder: string;
  /** Where it writes its coverage, relative to `folder`. @default nowhere */
  readonly coverage?: string | null;
}

/** `workspace` is the one of all suites. */
export interface SuitesOptions extends Omit<TestRunOptions, 'launcher' | 'output'> {
  /** Whether tests are named by their suites. @default when there are several */
  readonly isList?: boolean;
  /** What goes before the command of a suite. @default nothing */
  readonly launcherOf?: (suite: PlacedSuite) => Promise<readonly string[]>;
  /** Files of a suite's own that its two streams are appended to; `position` is the one in the list. */
  readonly outputOf?: (suite: PlacedSuite, position: number) => TestRunOptions['output'];
}

/**
 * Runs all suites to their end, whatever the ones before showed; none is begun after a cancellation.
 *
 * @param suites at least one
 * @throws as `runTests`
 */
export const runSuites = async (suites: readonly PlacedSuite[], options: SuitesOptions): Promise<TestRun> => {
  const { workspace, reportFolder, env, signal, launcherOf, outputOf, onTest } = options;
  const { isList = suites.length > 1 } = options;
  const runs: SuiteRun[] = [];
  let counted = NONE;
  for (const [position, suite] of suites.entries()) {
    if (position > 0 && signal?.aborted === true) break;
    const before = counted;
    const output = outputOf?.(suite, position);
    const isThere = await isOwnFolder(workspace, suite.folder);
    const run = !isThere
      ? nowhere(suite)
      : await withCoverage(join(workspace, suite.folder), suite.coverage ?? null, async () =>
          runTests(suite, {
            workspace: join(workspace, suite.folder),
            reportFolder,
            env,
            ...(launcherOf !== undefined && { launcher: await launcherOf(suite) }),
            ...(output !== undefined && { output }),
            ...(signal !== undefined && { signal }),
            onTest: (test, counts) => {
              counted = addCounts(before, counts);
              onTest?.(placeTest(test, suite, isList), counted);
            },
          }),
        );
    runs.push({ suite: suite.name, ...placeRun(run, suite, isList) });
  }
  const [first] = runs;
  if (isList || first === undefined) return withoutTheRest(joinSuiteRuns(runs), suites[runs.length]);
  const { suite: _name, ...only } = first;
  return only;
};

const nowhere = ({ folder }: PlacedSuite): TestRun => ({
  started_at: new Date().toISOString(),
  ms: 0,
  exit_code: null,
  ended: 'missing',
  report_fresh: false,
  report_complete: false,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [`the test command could not be started: the folder ${folder} is not there, or it is behind a link`],
});

/** What was not begun has shown nothing, however well the others ended. */
const withoutTheRest = (run: TestRun, next: PlacedSuite | undefined): TestRun =>
  next === undefined
    ? run
    : {
        ...run,
        ended: 'cancelled',
        exit_code: null,
        report_complete: false,
        problems: [...run.problems, `the test run was cancelled before ${next.name} began`],
      };

const NONE: TestCounts = { suite_passing: 0, suite_failing: 0, suite_skipped: 0 };

const addCounts = (one: TestCounts, other: TestCounts): TestCounts => ({
  suite_passing: one.suite_passing + other.suite_passing,
  suite_failing: one.suite_failing + other.suite_failing,
  suite_skipped: one.suite_skipped + other.suite_skipped,
});

const placeFile = (file: string, { folder }: PlacedSuite): string =>
  file === '' || folder === '' ? file : posix.join(folder, file);

/** The suite stands in the name, so that everything that knows a test by file and name tells the suites apart. */
const placeTest = (test: TestCase, suite: PlacedSuite, isList: boolean): TestCase => ({
  ...test,
  file: placeFile(test.file, suite),
  name: isList ? `${suite.name} > ${test.name}` : test.name,
});

const placeRun = (run: TestRun, suite: PlacedSuite, isList: boolean): TestRun => {
  const tell = (sentence: string): string => (isList ? `${suite.name}: ${sentence}` : sentence);
  return {
    ...run,
    tests: run.tests.map((test) => placeTest(test, suite, isList)),
    load_failures: run.load_failures.map((failure) => ({ ...failure, file: placeFile(failure.file, suite) })),
    unhandled_errors: run.unhandled_errors.map(tell),
    problems: run.problems.map(tell),
  };
};
