/**
 * The runs of several suites as one: counts add up, and of everything else the worst counts, so that no suite hides another.
 *
 * @module
 */
import { joinBuilds } from './build/build-before.ts';
import { testId } from './is-green.ts';
import type { LineCoverage, SuiteRun, TestRun } from './test-run.ts';

/** @param runs - of one test run, in order; of none nothing was shown */
export const joinSuiteRuns = (runs: readonly SuiteRun[]): TestRun => ({
  started_at: runs[0]?.started_at ?? new Date().toISOString(),
  ms: runs.reduce((sum, { ms }) => sum + ms, 0),
  exit_code: runs.some(({ exit_code: code }) => code === null) ? null : worstCode(runs),
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
  const build = joinBuilds(runs.flatMap((run) => run.build ?? []));
  return build === undefined ? {} : { build };
};

/** For all suites, or for none: a suite without coverage data may cover nothing. */
const joinCoverage = (runs: readonly SuiteRun[]): Pick<TestRun, 'coverage'> => {
  const reported = runs.flatMap(({ coverage }) => (coverage === undefined ? [] : [coverage]));
  if (reported.length === 0 || reported.length < runs.length) return {};
  const sum = (of: (each: LineCoverage) => number): number => reported.reduce((all, each) => all + of(each), 0);
  return { coverage: { covered: sum(({ covered }) => covered), total: sum(({ total }) => total) } };
};

const worstCode = (runs: readonly SuiteRun[]): number =>
  runs.map(({ exit_code: code }) => code ?? 1).find((code) => code !== 0) ?? 0;

/**
 * The suites of a list without a test that counts: nothing was shown by them, and the others' tests do not speak for them
 * (rule 1.5). None where there is one suite alone, of which the counts say it.
 *
 * @param ignore - ids of tests that no count looks at
 */
export const findEmptySuites = ({ suites = [] }: TestRun, ignore: ReadonlySet<string>): readonly string[] =>
  suites.filter(({ tests }) => tests.every((test) => ignore.has(testId(test)))).map(({ suite }) => suite);
