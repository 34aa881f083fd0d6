/** Runs suites one after another as one test run. Files are relative to the workspace; tests may name their suite. */
import { join, posix, dirname } from 'node:path';
import { type BuildBefore, withBuild } from './build/build-before.ts';
import { isOwnFolder } from './runner-places.ts';
import { joinSuiteRuns } from './is-green.ts';
import { runTests, type TestRunOptions, type TestSuite } from './run-tests.ts';
import type { SuiteRun, TestCase, TestRun, LineCoverage } from './test-run.ts';
import { lstat, rm } from 'node:fs/promises';
import { isOlder, readCoverage } from './report/read-coverage.ts';
import { NO_REPORT } from './report/suite-report.ts';
import { readPlain } from '../base/files/open-plain.ts';

export interface PlacedSuite extends TestSuite {
  readonly name: string;
  /** The folder in which it runs, relative to the workspace, with `/`; `''` for the workspace itself. */
  readonly folder: string;
  /** The build in front of it. @default none */
  readonly before?: BuildBefore | null;
  /** The place of its coverage, relative to `folder`. @default none */
  readonly coverage?: string | null;
}

export interface SuitesOptions extends Omit<TestRunOptions, 'launcher' | 'output' | 'onTest'> {
  /** Called as each test ends; tests with one name are one test, so the caller counts. */
  readonly onTest?: (test: TestCase) => void;
  /** Whether tests are named by their suites. @default when there are several */
  readonly isList?: boolean;
  readonly launcherOf?: (suite: PlacedSuite) => Promise<readonly string[]>;
  readonly outputOf?: (suite: PlacedSuite, position: number) => TestRunOptions['output'];
}

/** All run to their end, whatever others showed, until cancelled. @param suites at least one @throws as `runTests` */
export const runSuites = async (suites: readonly PlacedSuite[], options: SuitesOptions): Promise<TestRun> => {
  const { workspace, reportFolder, env, signal, launcherOf, outputOf, onTest } = options;
  const { isList = suites.length > 1 } = options;
  const runs: SuiteRun[] = [];
  for (const [position, suite] of suites.entries()) {
    if (position > 0 && signal?.aborted === true) break;
    const output = outputOf?.(suite, position);
    const isThere = await isOwnFolder(workspace, suite.folder);
    const folder = join(workspace, suite.folder);
    const measure = async (): Promise<TestRun> => {
      const place = {
        workspace: folder,
        reportFolder,
        env,
        ...(launcherOf !== undefined && { launcher: await launcherOf(suite) }),
        ...(output !== undefined && { output }),
        ...(signal !== undefined && { signal }),
      };
      const { before = null, memory } = suite;
      return withBuild(before, { ...place, ...(memory !== undefined && { memory }) }, () =>
        runTests(suite, { ...place, onTest: (test) => onTest?.(placeTest(test, suite, isList)) }),
      );
    };
    const run = isThere ? await withCoverage(folder, suite.coverage ?? null, measure) : nowhere(suite);
    runs.push({ suite: suite.name, ...placeRun(run, suite, isList) });
  }
  const [first] = runs;
  if (isList || first === undefined) return withoutTheRest(joinSuiteRuns(runs), suites[runs.length]);
  const { suite: _name, ...only } = first;
  return only;
};

const nowhere = ({ folder }: PlacedSuite): TestRun => ({
  ...NO_REPORT,
  started_at: new Date().toISOString(),
  ms: 0,
  exit_code: null,
  ended: 'missing',
  problems: [`the test command could not be started: the folder ${folder} does not exist, or it is behind a link`],
});

/** A suite that was not started has shown nothing, however well the others ended. */
const withoutTheRest = (run: TestRun, next: PlacedSuite | undefined): TestRun =>
  next === undefined
    ? run
    : {
        ...run,
        ended: 'cancelled',
        exit_code: null,
        report_complete: false,
        problems: [...run.problems, `the test run was cancelled before ${next.name} started`],
      };

const placeFile = (file: string, { folder }: PlacedSuite): string =>
  file === '' || folder === '' ? file : posix.join(folder, file);

/** The name contains the suite, so that tests with equal files and names stay distinct between suites. */
const placeTest = (test: TestCase, suite: PlacedSuite, isList: boolean): TestCase => ({
  ...test,
  file: placeFile(test.file, suite),
  name: isList ? `${suite.name} > ${test.name}` : test.name,
});

const placeRun = (run: TestRun, suite: PlacedSuite, isList: boolean): TestRun => {
  const inSuite = (sentence: string): string => (isList ? `${suite.name}: ${sentence}` : sentence);
  return {
    ...run,
    tests: run.tests.map((test) => placeTest(test, suite, isList)),
    load_failures: run.load_failures.map((failure) => ({ ...failure, file: placeFile(failure.file, suite) })),
    unhandled_errors: run.unhandled_errors.map(inSuite),
    problems: run.problems.map(inSuite),
  };
};

const MAX_BYTES = 64 * 1024 * 1024;

/** Only coverage that this very run wrote counts (rule 2.2): the file is removed before the run. @param file - `null`: none */
export const withCoverage = async (
  workspace: string,
  file: string | null,
  measure: () => Promise<TestRun>,
): Promise<TestRun> => {
  if (file === null) return measure();
  await removeFile(workspace, file);
  const began = Date.now();
  const run = await measure();
  const coverage = await readFresh(workspace, file, began);
  if (coverage !== null) return { ...run, coverage };
  const { coverage: _reported, ...rest } = run;
  return rest;
};

/** The target of a link is not ours to remove, and not of this run. */
const removeFile = async (workspace: string, file: string): Promise<void> => {
  if (await isPlain(workspace, file)) await rm(join(workspace, file), { force: true });
};

const readFresh = async (workspace: string, file: string, began: number): Promise<LineCoverage | null> => {
  try {
    const path = join(workspace, file);
    const found = await lstat(path);
    if (!found.isFile() || found.size > MAX_BYTES || isOlder(found, began) || !(await isPlain(workspace, file)))
      return null;
    return readCoverage(file, readPlain(path));
  } catch {
    return null;
  }
};

/** A regular file, or nothing, and no folder on the way is a link. */
const isPlain = async (workspace: string, file: string): Promise<boolean> => {
  if (!(await isOwnFolder(workspace, dirname(file)))) return false;
  const found = await lstat(join(workspace, file)).catch(() => null);
  return found === null || found.isFile();
};
