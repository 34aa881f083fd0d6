/**
 * The result of a suite for one mutant. Pure.
 *
 * @module
 */
import { isGreen, testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

type MutantEnd = 'killed' | 'survived' | 'not_applicable' | 'out_of_budget';

export interface Judgement {
  /** `not_applicable`: the run shows nothing about the tests. `out_of_budget`: there was no time for one. */
  readonly end: MutantEnd;
  /** The test that killed it, or why the run is inconclusive; `null` where it survived. */
  readonly why: string | null;
  /** Every test that killed it; of more than 50 the first. Absent where it was not killed. */
  readonly killers?: readonly string[];
}

const MOST_KILLERS = 50;

/** Ids of the tests that passed in the clean copy. @param counts - by its name, whether a test can kill a mutant */
export const passedIn = (control: TestRun, counts: (name: string) => boolean = () => true): ReadonlySet<string> =>
  new Set(control.tests.filter(({ state, name }) => state === 'passed' && counts(name)).map(testId));

/**
 * A mutant is killed by a test that passes without it and fails with it. A file that does not load, or a run that
 * does not finish, kills nothing: any syntax error has the same effect.
 *
 * @param ignored - ids of tests that no count includes
 */
export const judgeRun = (run: TestRun, passed: ReadonlySet<string>, ignored: ReadonlySet<string>): Judgement => {
  const failed = run.tests.filter(({ state }) => state === 'failed').map(testId);
  const killers = [...new Set(failed)].filter((id) => passed.has(id)).slice(0, MOST_KILLERS);
  const [first] = killers;
  if (first !== undefined) return { end: 'killed', why: first, killers };
  const there = new Set(run.tests.map(testId));
  if (isGreen(run, ignored) && [...passed].every((id) => there.has(id))) return { end: 'survived', why: null };
  return { end: 'not_applicable', why: whyNothing(run) };
};

const whyNothing = ({
  ended,
  load_failures: [load],
  problems: [problem],
  unhandled_errors: [error],
}: TestRun): string => {
  if (ended === 'timed_out') return 'the suite did not finish';
  if (load !== undefined) return `${load.file} does not load`;
  return problem ?? error ?? 'the report differs from that of the clean copy';
};
