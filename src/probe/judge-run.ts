/**
 * What a run of the suite says of a fault that was planted under it. Pure.
 *
 * @module
 */
import { isGreen, testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

type FaultEnd = 'noticed' | 'unnoticed' | 'not_applicable' | 'out_of_budget';

export interface Judgement {
  /** `not_applicable`: the run says nothing about the tests. `out_of_budget`: there was no time for one. */
  readonly end: FaultEnd;
  /** The test that noticed it, or why nothing can be said; `null` where it went unnoticed. */
  readonly why: string | null;
}

/** Ids of the tests that passed in the clean copy. */
export const passedIn = (control: TestRun): ReadonlySet<string> =>
  new Set(control.tests.filter(({ state }) => state === 'passed').map(testId));

/**
 * Noticed is a fault by a test that passed without it and fails with it. A file that does not load, or a run that does not
 * come to its end, is no test that noticed something: any fault of the language does as much.
 *
 * @param ignored - ids of tests that are left out of all counts
 */
export const judgeRun = (run: TestRun, passed: ReadonlySet<string>, ignored: ReadonlySet<string>): Judgement => {
  const failed = run.tests.find((test) => test.state === 'failed' && passed.has(testId(test)));
  if (failed !== undefined) return { end: 'noticed', why: testId(failed) };
  const there = new Set(run.tests.map(testId));
  if (isGreen(run, ignored) && [...passed].every((id) => there.has(id))) return { end: 'unnoticed', why: null };
  return { end: 'not_applicable', why: whyNothing(run) };
};

const whyNothing = ({
  ended,
  load_failures: [load],
  problems: [problem],
  unhandled_errors: [error],
}: TestRun): string => {
  if (ended === 'timed_out') return 'the suite came to no end';
  if (load !== undefined) return `${load.file} does not load`;
  return problem ?? error ?? 'the report is not that of the clean copy';
};
