/**
 * Counts in words.
 *
 * @module
 */
import type { TestCounts } from '../../testing/test-run.ts';

/**
 * `3 passing, 1 failing`; where tests existed before the run, `1 new failing, 3 old passing`. A count of 0 is left out;
 * without tests `no tests`.
 */
export const renderTests = ({ existing, ...counts }: TestCounts & { readonly existing?: TestCounts }): string => {
  const said =
    existing === undefined
      ? count(counts, '')
      : [
          ...count(
            {
              suite_passing: counts.suite_passing - existing.suite_passing,
              suite_failing: counts.suite_failing - existing.suite_failing,
              suite_skipped: counts.suite_skipped - existing.suite_skipped,
            },
            'new ',
          ),
          ...count(existing, 'old '),
        ];
  return said.length === 0 ? 'no tests' : said.join(', ');
};

const count = ({ suite_passing, suite_failing, suite_skipped }: TestCounts, which: string): readonly string[] =>
  (
    [
      [suite_passing, 'passing'],
      [suite_failing, 'failing'],
      [suite_skipped, 'skipped'],
    ] as const
  ).flatMap(([number, word]) => (number > 0 ? [`${number} ${which}${word}`] : []));
