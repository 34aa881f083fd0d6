/**
 * Tests that changed their result although the sources did not change: the reason why GREEN needs two runs (rule 1.3). Several
 * results of one name in one report are no flakiness: nobody can tell which of them is which.
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { findMixed, testId } from '../testing/is-green.ts';
import type { TestCase, TestRun } from '../testing/test-run.ts';

const MAX_NAMED = 20;

/** Each test that was not the same in all runs of one tree, and each name that one report has with different results. */
export const findFlaky = (runs: readonly TestRun[]): readonly Finding[] => {
  const seen = runs.map(statesById);
  const ids = new Set(seen.flatMap((states) => [...states.keys()]));
  const mixed = new Set(runs.flatMap(findMixed));
  const flaky = [...ids].flatMap((test) => {
    const states = seen.flatMap((each) => each.get(test) ?? []);
    return mixed.has(test) || new Set(states).size < 2 ? [] : [finding('tests.flaky', { test, states })];
  });
  const shared = [...mixed].map((test) =>
    finding('tests.shared_name', { test, states: seen.find((each) => each.has(test))?.get(test) ?? [] }),
  );
  return [...shorten(shared, 'tests.shared_name.more'), ...shorten(flaky, 'tests.flaky.more')];
};

const statesById = ({ tests }: TestRun): ReadonlyMap<string, readonly TestCase['state'][]> => {
  const states = new Map<string, TestCase['state'][]>();
  for (const test of tests) states.set(testId(test), [...(states.get(testId(test)) ?? []), test.state]);
  return states;
};

const shorten = (
  findings: readonly Finding[],
  more: 'tests.flaky.more' | 'tests.shared_name.more',
): readonly Finding[] => [
  ...findings.slice(0, MAX_NAMED),
  ...(findings.length > MAX_NAMED ? [finding(more, { count: findings.length - MAX_NAMED })] : []),
];
