/**
 * Programs that run another one: those that measure coverage, and those that set variables.
 *
 * @module
 */

const COVERAGE_VALUES = new Set(
  (
    '-r --reporter -o --reports-dir --report-dir --temp-directory --temp-dir -t -c --config --nycrc-path -n --include ' +
    '-x --exclude -e --extension -i --require --src --lines --branches --functions --statements --cwd --instrumenter'
  ).split(' '),
);

/** The command behind such a program; `null` when it is another one. */
export const findBehindWrapper = (program: string, words: readonly string[]): readonly string[] | null => {
  if (program === 'c8' || program === 'nyc') return skipOptions(words);
  if (program === 'cross-env' || program === 'cross-env-shell' || program === 'env') {
    const at = words.findIndex((word) => !/^\w+=/.test(word));
    return at === -1 || words[at]?.startsWith('-') === true ? null : words.slice(at);
  }
  if (program !== 'dotenv' && program !== 'dotenvx') return null;
  const at = words.indexOf('--');
  return at === -1 ? null : words.slice(at + 1);
};

const skipOptions = (words: readonly string[]): readonly string[] | null => {
  const [first, ...rest] = words;
  if (first === undefined) return null;
  if (!first.startsWith('-')) return words;
  if (first === '--') return rest;
  return skipOptions(COVERAGE_VALUES.has(first) ? rest.slice(1) : rest);
};
