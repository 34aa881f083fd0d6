/**
 * Counts in words.
 *
 * @module
 */
import type { TestCounts } from '../../testing/test-run.ts';

/**
 * `3 passing, 1 failing`; where tests existed before the run, `1 new fails, 3 earlier pass`. A count of 0 is left out;
 * without tests `no tests`.
 */
export const renderTests = ({ existing, ...counts }: SeenCounts): string => {
  const said =
    existing === undefined
      ? list(counts, (count, [, adjective]) => `${count} ${adjective}`)
      : [
          ...list(
            {
              suite_passing: counts.suite_passing - existing.suite_passing,
              suite_failing: counts.suite_failing - existing.suite_failing,
              suite_skipped: counts.suite_skipped - existing.suite_skipped,
            },
            sayOf('new'),
          ),
          ...list(existing, sayOf('earlier')),
        ];
  return said.length === 0 ? 'no tests' : said.join(', ');
};

/** All tests, and those among them that existed before the run. */
export type SeenCounts = TestCounts & { readonly existing?: TestCounts };

type Words = readonly [verb: string, adjective: string, ofOne: string];

const sayOf =
  (which: string) =>
  (count: number, [verb, , ofOne]: Words): string =>
    `${count} ${which} ${count === 1 ? ofOne : verb}`;

const list = (
  { suite_passing, suite_failing, suite_skipped }: TestCounts,
  say: (count: number, words: Words) => string,
): readonly string[] =>
  (
    [
      [suite_passing, ['pass', 'passing', 'passes']],
      [suite_failing, ['fail', 'failing', 'fails']],
      [suite_skipped, ['skipped', 'skipped', 'skipped']],
    ] as const
  ).flatMap(([count, words]) => (count > 0 ? [say(count, words)] : []));
