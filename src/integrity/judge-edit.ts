/**
 * Whether the edit of a reopened test counts (rule 2.7): it is inside of one test, and on the code of RED's exit the
 * edited test fails and every other test has the result that it had there. Pure: the loop and the proof judge the same.
 *
 * @module
 */
import { distinctTests, testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';
import { findEditedTest } from './edited-test.ts';

interface Edit {
  /** Relative to the workspace. */
  readonly file: string;
  /** The only test that may be edited; `null`: any one of the file. */
  readonly test: string | null;
  readonly before: string;
  readonly after: string;
}

/** The tests at the exit of RED. */
interface TestsOfExit {
  readonly phase: string;
  /** Ids of tests that failed there. */
  readonly failing: readonly string[];
  /** Ids of tests that passed there. */
  readonly passing: readonly string[];
}

/** Ids of the tests of a file that may be edited. */
export const editableTests = (file: string, failing: readonly string[]): readonly string[] =>
  failing.filter((id) => id.startsWith(`${file} > `));

/** The edited test, by its id; or why the edit does not count: the rest of a sentence that begins with the file. */
export const findTestOfEdit = (
  { file, test, before, after }: Edit,
  { failing }: Pick<TestsOfExit, 'failing'>,
): { readonly test: string } | { readonly why: string } => {
  const ids = test === null ? editableTests(file, failing) : [test];
  const edited = findEditedTest(before, after, ids);
  if (edited !== null) return { test: edited };
  const one = test === null ? 'one test that failed when the tests were frozen' : `the test "${test}"`;
  return { why: `was changed outside of ${one}, or the name of the test was changed` };
};

/**
 * Why the edited test does not count, as in `findTestOfEdit`; `null` when it does.
 *
 * @param run - of the whole suite, with the edited file, on the code of that exit
 */
export const judgeEdit = (test: string, { phase, failing, passing }: TestsOfExit, run: TestRun): string | null => {
  const where = `on the sources of the exit of ${phase}`;
  const [unloaded] = run.load_failures;
  if (unloaded !== undefined) return `cannot be judged: ${where}, ${unloaded.file} does not load`;
  if (!run.report_fresh || !run.report_complete || run.unhandled_errors.length > 0)
    return `cannot be judged: ${where}, the suite gives no complete report`;
  const inState = (expected: 'failed' | 'passed') => {
    const tests = distinctTests(run.tests, expected === 'failed' ? 'must_fail' : 'must_pass');
    const states = new Map(tests.map((each) => [testId(each), each.state]));
    return (id: string): string | null => {
      const state = states.get(id) ?? 'missing';
      return state === expected ? null : `${where}, "${id}" is ${state} instead of ${expected}`;
    };
  };
  const [failed, passed] = [inState('failed'), inState('passed')];
  const own = failed(test);
  if (own !== null) return `has an edited test that proves nothing: ${own}`;
  const other = [...failing.map(failed), ...passing.map(passed)].find((each) => each !== null);
  return other === undefined ? null : `changes the result of another test: ${other}`;
};
