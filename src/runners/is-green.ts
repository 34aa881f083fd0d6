/** The verdict on one test run: green or not, 100 % or nothing (rules 1.4, 1.5, 2.3). */
import type { TestsExpectation } from '../../gates/phase.ts';
import type { TestCase, TestCounts, TestRun, LineCoverage, SuiteRun } from './test-run.ts';
import { hashContent } from '../base/files/hash-content.ts';

/** The name of a test across runs: `file > suite > title`. */
export const testId = ({ file, name }: Pick<TestCase, 'file' | 'name'>): string => `${file} > ${name}`;

export const fileOfTest = (id: string): string => id.split(' > ', 1)[0] ?? '';

export const splitTestId = (id: string): Pick<TestCase, 'file' | 'name'> => {
  const file = fileOfTest(id);
  return { file, name: id.slice(file.length + ' > '.length) };
};

export const isInFile = (id: string, file: string): boolean => id.startsWith(`${file} > `);

export const isWithoutFile = (id: string): boolean => isInFile(id, '');

export const unplacedTests = ({ tests }: Pick<TestRun, 'tests'>): readonly string[] =>
  tests.map(testId).filter(isWithoutFile);

/**
 * Whether all counted tests passed, and at least one did. A non-zero exit code is accepted only if all failures are
 * ignored tests. @param ignore - ids ({@link testId}) that are known to fail, or were skipped, when the run began
 */
export const isGreen = (run: TestRun, ignore: ReadonlySet<string>): boolean => {
  const counted = run.tests.filter((test) => !ignore.has(testId(test)));
  const hasIgnoredFailure = run.tests.some((test) => test.state === 'failed' && ignore.has(testId(test)));
  return (
    run.ended === 'exited' &&
    run.report_fresh &&
    run.report_complete &&
    run.load_failures.length === 0 &&
    run.unhandled_errors.length === 0 &&
    counted.length > 0 &&
    counted.every(({ state }) => state === 'passed') &&
    (run.exit_code === 0 || (run.exit_code !== null && hasIgnoredFailure)) &&
    // With several suites, none replaces another.
    (run.suites ?? []).every((suite) => isGreen(suite, ignore))
  );
};

/** From the state that decides for tests of one id. */
const WORST_FIRST = {
  must_pass: ['failed', 'skipped', 'passed'],
  must_fail: ['passed', 'skipped', 'failed'],
} as const satisfies Readonly<Record<TestsExpectation, readonly TestCase['state'][]>>;

/** One test for each id, in its worst state: tests of one id can be told apart by nothing, and count once everywhere. */
export const distinctTests = (
  tests: readonly TestCase[],
  expectation: TestsExpectation = 'must_pass',
): readonly TestCase[] => {
  const rank = (test: TestCase): number => WORST_FIRST[expectation].indexOf(test.state);
  const found = new Map<string, TestCase>();
  for (const test of tests) {
    const known = found.get(testId(test));
    if (known === undefined || rank(test) < rank(known)) found.set(testId(test), test);
  }
  return [...found.values()];
};

export const findMixed = ({ tests }: TestRun): readonly string[] => {
  const first = new Map<string, TestCase['state']>();
  return tests.flatMap((test) => {
    const id = testId(test);
    const known = first.get(id) ?? test.state;
    first.set(id, known);
    return known === test.state ? [] : [id];
  });
};

/** Counts distinct tests while they end, as {@link countTests} counts them at the end of the run. */
export const createLiveCount = (ignore: ReadonlySet<string>): ((test: TestCase) => TestCounts) => {
  const states = new Map<string, TestCase['state']>();
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const rank = (state: TestCase['state']): number => WORST_FIRST.must_pass.indexOf(state);
  return (test) => {
    const id = testId(test);
    const known = states.get(id);
    if (!ignore.has(id) && (known === undefined || rank(test.state) < rank(known))) {
      if (known !== undefined) sums[known] -= 1;
      sums[test.state] += 1;
      states.set(id, test.state);
    }
    return { suite_passing: sums.passed, suite_failing: sums.failed, suite_skipped: sums.skipped };
  };
};

/** Counts the distinct tests of a run without the ones to ignore (rule 1.4); `suite_total` is the sum of the others. */
export const countTests = (
  run: Pick<TestRun, 'tests'>,
  ignore: ReadonlySet<string>,
): TestCounts & { readonly suite_total: number } => {
  const counted = distinctTests(run.tests).filter((test) => !ignore.has(testId(test)));
  const count = (state: TestCase['state']): number => counted.filter((test) => test.state === state).length;
  return {
    suite_total: counted.length,
    suite_passing: count('passed'),
    suite_failing: count('failed'),
    suite_skipped: count('skipped'),
  };
};

/** @param runs - of one test run, in order; of none nothing was shown */
export const joinSuiteRuns = (runs: readonly SuiteRun[]): TestRun => ({
  started_at: runs[0]?.started_at ?? new Date().toISOString(),
  ms: runs.reduce((sum, { ms }) => sum + ms, 0),
  exit_code: runs.some(({ exit_code: code }) => code === null)
    ? null
    : (runs.find((run) => run.exit_code !== 0)?.exit_code ?? 0),
  ended: runs.find(({ ended }) => ended !== 'exited')?.ended ?? 'exited',
  report_fresh: runs.length > 0 && runs.every(({ report_fresh: isFresh }) => isFresh),
  report_complete: runs.length > 0 && runs.every(({ report_complete: isComplete }) => isComplete),
  tests: runs.flatMap(({ tests }) => tests),
  load_failures: runs.flatMap(({ load_failures: failures }) => failures),
  unhandled_errors: runs.flatMap(({ unhandled_errors: errors }) => errors),
  problems: runs.flatMap(({ problems }) => problems),
  ...joinNotes(runs),
  ...joinCoverage(runs),
  ...joinBuildsOf(runs),
  suites: runs,
});

const joinNotes = (runs: readonly SuiteRun[]): Pick<TestRun, 'notes'> => {
  const all = runs.flatMap(({ notes = [] }) => notes);
  return all.length === 0 ? {} : { notes: all };
};

const joinBuildsOf = (runs: readonly SuiteRun[]): Pick<TestRun, 'build'> => {
  const builds = runs.flatMap((run) => run.build ?? []);
  if (builds.length === 0) return {};
  const prints = builds.map(({ fingerprint }, i) => [String(i), fingerprint]);
  return {
    build: {
      ms: builds.reduce((sum, { ms }) => sum + ms, 0),
      files: builds.reduce((sum, { files }) => sum + files, 0),
      fingerprint: hashContent(JSON.stringify(prints)),
    },
  };
};

/** For all suites, or for none: a suite without coverage data may cover nothing. */
const joinCoverage = (runs: readonly SuiteRun[]): Pick<TestRun, 'coverage'> => {
  const reported = runs.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
  if (reported.length === 0 || reported.length < runs.length) return {};
  const sum = (of: (each: LineCoverage) => number): number => reported.reduce((all, each) => all + of(each), 0);
  return { coverage: { covered: sum(({ covered }) => covered), total: sum(({ total }) => total) } };
};

/** The suites without a test that counts: the others' tests do not speak for them (rule 1.5). */
export const findEmptySuites = ({ suites = [] }: TestRun, ignore: ReadonlySet<string>): readonly string[] =>
  suites.filter(({ tests }) => tests.every((test) => ignore.has(testId(test)))).map(({ suite }) => suite);
