/**
 * Tests that changed their result although the sources did not change: the reason why GREEN needs two runs (rule 1.3).
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

const MAX_NAMED = 20;

/** Each test that was not the same in all runs of one tree. */
export const findFlaky = (runs: readonly TestRun[]): readonly Finding[] => {
  const seen = new Map<string, string[]>();
  for (const run of runs)
    for (const test of run.tests) seen.set(testId(test), [...(seen.get(testId(test)) ?? []), test.state]);
  const flaky = [...seen].filter(([, states]) => new Set(states).size > 1);
  const rest = flaky.length > MAX_NAMED ? [finding('tests.flaky.more', { count: flaky.length - MAX_NAMED })] : [];
  return [...flaky.slice(0, MAX_NAMED).map(([test, states]) => finding('tests.flaky', { test, states })), ...rest];
};
