/**
 * Tests that changed their verdict although the sources did not change: the reason why GREEN wants two runs (RULES 1.3).
 *
 * @module
 */
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';

const MAX_NAMED = 20;

/** One sentence for each test that was not the same in all runs of one tree, for people and for the next prompt. */
export const findFlaky = (runs: readonly TestRun[]): readonly string[] => {
  const seen = new Map<string, string[]>();
  for (const run of runs)
    for (const test of run.tests) seen.set(testId(test), [...(seen.get(testId(test)) ?? []), test.state]);
  const flaky = [...seen].filter(([, states]) => new Set(states).size > 1);
  const rest = flaky.length > MAX_NAMED ? [`And ${flaky.length - MAX_NAMED} more tests are flaky.`] : [];
  return [...flaky.slice(0, MAX_NAMED).map(([id, states]) => `${FLAKY}"${id}" ${states.join(', then ')}.`), ...rest];
};

const FLAKY = 'Flaky on one and the same tree: ';

/** The test that such a sentence is about; null for any other. */
export const readFlaky = (note: string): string | null =>
  note.startsWith(FLAKY)
    ? (/^"(.*)" (?:passed|failed|skipped)(?:, then (?:passed|failed|skipped))+\.$/s.exec(
        note.slice(FLAKY.length),
      )?.[1] ?? null)
    : null;
