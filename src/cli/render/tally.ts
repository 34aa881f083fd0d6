/**
 * Counts in words.
 *
 * @module
 */

/** `3 passing, 1 failing`: what is 0 goes without saying, and nothing at all is `no tests`. */
export const renderTests = ({
  tests_passing,
  tests_failing,
  tests_skipped,
}: {
  readonly tests_passing: number;
  readonly tests_failing: number;
  readonly tests_skipped: number;
}): string => {
  const parts = [
    [tests_passing, 'passing'],
    [tests_failing, 'failing'],
    [tests_skipped, 'skipped'],
  ] as const;
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return said.length === 0 ? 'no tests' : said.join(', ');
};
