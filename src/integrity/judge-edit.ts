/**
 * Whether the edit of a reopened test counts (rule 2.7): it is inside of one test, and on the code of RED's exit the
 * edited test fails and every other test has the result that it had there. Pure: the loop and the proof judge the same.
 *
 * @module
 */
import { distinctTests, isInFile, testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';
import { findEditedTest, isEditOf } from './edited-test.ts';

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

/** Ids of the tests of a file that may be edited: new ones, and those of before that a new one may contradict. */
export const editableTests = (
  file: string,
  { failing, passing }: Pick<TestsOfExit, 'failing' | 'passing'>,
): readonly string[] => [...failing, ...passing].filter((id) => isInFile(id, file));

/** The edited test, by its id; or why the edit does not count: the rest of a sentence that begins with the file. */
export const findTestOfEdit = (
  { file, test, before, after }: Edit,
  exit: Pick<TestsOfExit, 'failing' | 'passing'>,
): { readonly test: string } | { readonly why: string } => {
  if (test === null) {
    const edited = findEditedTest(before, after, editableTests(file, exit));
    return edited === null ? { why: outsideOf('one frozen test') } : { test: edited };
  }
  const why = judgePlaces(before, after, [test]);
  return why === null ? { test } : { why };
};

/** Why the edit is not inside of these tests, as in `findTestOfEdit`; `null` if it is. */
export const judgePlaces = (before: string, after: string, tests: readonly string[]): string | null =>
  isEditOf(before, after, tests) ? null : outsideOf(tests.map((each) => `the test "${each}"`).join(' and '));

const outsideOf = (place: string): string => `was changed outside of ${place}, or the name of the test was changed`;

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
  const others = passing.filter((id) => id !== test);
  const other = [...failing.map(failed), ...others.map(passed)].find((each) => each !== null);
  return other === undefined ? null : `changes the result of another test: ${other}`;
};
