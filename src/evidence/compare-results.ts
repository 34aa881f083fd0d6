/**
 * Whether the tests that were there have the same results under extended settings (rule 2.7). Pure: the loop and the
 * proof judge the same.
 */
import { testId } from '../runners/is-green.ts';
import type { TestRun } from '../runners/test-run.ts';
import { type Baseline, isBroken } from './baseline.ts';

/**
 * How many tests give the same results; or why not: the rest of a sentence about the change.
 *
 * @param before - of the sources from before, under the former settings @param after - of the same, under the new ones
 */
export const compareResults = (
  { passing, skipped }: Pick<Baseline, 'passing' | 'skipped'>,
  before: TestRun,
  after: TestRun,
): { readonly tests: number } | { readonly why: string } => {
  const [old, now] = [statesOf(before), statesOf(after)];
  const isAll = (id: string, state: string): boolean => old.get(id)?.every((each) => each === state) === true;
  const isBaseline = passing.every((id) => isAll(id, 'passed')) && skipped.every((id) => isAll(id, 'skipped'));
  if (isBroken(before) || !isBaseline)
    return { why: 'cannot be judged: in a copy, the earlier tests do not give the results of the baseline' };
  if (isBroken(after)) return { why: 'breaks the earlier tests: they give no complete report with it' };
  for (const [id, states] of old) {
    const [was, is] = [states.join(', '), now.get(id)?.join(', ') ?? 'missing'];
    if (was !== is) return { why: `changes results: the earlier test "${id}" is ${is} instead of ${was}` };
  }
  return { tests: old.size };
};

/** Several tests may have one id. */
const statesOf = ({ tests }: Pick<TestRun, 'tests'>): ReadonlyMap<string, readonly string[]> => {
  const states = new Map<string, readonly string[]>();
  for (const test of tests) states.set(testId(test), [...(states.get(testId(test)) ?? []), test.state].sort());
  return states;
};
