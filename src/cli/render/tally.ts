/**
 * Counts in words.
 *
 * @module
 */

/** `3 passing, 1 failing`: a count of 0 is left out; without tests `no tests`. */
export const renderTests = ({
  suite_passing,
  suite_failing,
  suite_skipped,
}: {
  readonly suite_passing: number;
  readonly suite_failing: number;
  readonly suite_skipped: number;
}): string => {
  const parts = [
    [suite_passing, 'passing'],
    [suite_failing, 'failing'],
    [suite_skipped, 'skipped'],
  ] as const;
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return said.length === 0 ? 'no tests' : said.join(', ');
};
