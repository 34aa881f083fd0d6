/**
 * Programs that run another one and may change its exit code: those that measure coverage, and those that set variables. Also
 * the likely cause of an exit code that the report does not explain.
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

/** What changes an exit code, as a clause; the first that is there counts. */
const CHANGES: readonly { readonly in: 'said' | 'command'; readonly words: RegExp; readonly cause: string }[] = [
  {
    in: 'said',
    words:
      /coverage .*(?:does not meet|doesn't meet|is below)|coverage threshold .*not met|test coverage .*not reached|Coverage failure/i,
    cause: 'a coverage threshold is missed, and its check ends the run with a code of its own',
  },
  {
    in: 'command',
    words: /\bc8\b/,
    cause: 'c8 ends with 1 when its coverage check fails, whatever the code of the tests is',
  },
  {
    in: 'command',
    words: /\bnyc\b/,
    cause: 'nyc ends with 1 when its coverage check fails, whatever the code of the tests is',
  },
  {
    in: 'command',
    words: /\bnpm\b[^\n]*\s(?:--workspaces?|-ws?)\b/,
    cause: 'npm ends with the code of the last workspace that fails, which may be one without a report',
  },
  { in: 'command', words: /\bcross-env\b/, cause: 'cross-env ends with a code of its own after a signal' },
];

/**
 * The likely cause of an exit code that no failure explains, as the rest of a sentence; `''` where none is known.
 *
 * @param said - what was printed
 * @param command - the test command with the scripts that it reaches
 */
export const explainExitCode = (said: string, command: string): string => {
  const found = CHANGES.find(({ in: place, words }) => words.test(place === 'said' ? said : command));
  return found === undefined ? '' : `: ${found.cause}`;
};
