/**
 * The launchers of Python programs: the command after `python -m`, `poetry run`, `uv run`, `coverage run -m` and
 * similar.
 *
 * @module
 */

const RUNS_WHAT_FOLLOWS = new Set(['poetry', 'uv', 'pipenv', 'pdm', 'hatch', 'rye']);
/** For these launchers and Python: options whose value is a separate argument. */
const WITH_VALUE = new Set(
  (
    '-p --python --with --with-requirements --with-editable --extra --group --only-group --no-group --env-file ' +
    '--directory --project --package --index -C -e --env -W -X --rcfile --source --data-file --omit --include --context'
  ).split(' '),
);

/** The command behind a launcher; `null` when the program is none, or none that runs a module or a program. */
export const findBehindPython = (program: string, words: readonly string[]): readonly string[] | null => {
  if (/^(?:python|pypy)[\d.]*$|^py$/.test(program)) return findModule(words);
  const at = words.indexOf('run');
  if (at === -1) return null;
  if (program === 'coverage') return findModule(words.slice(at + 1));
  return RUNS_WHAT_FOLLOWS.has(program) ? skipOptions(words.slice(at + 1)) : null;
};

const findModule = (words: readonly string[]): readonly string[] | null => {
  const [option, ...module] = skipOptions(words, '-m');
  return option === '-m' ? module : null;
};

const skipOptions = (words: readonly string[], until = '--'): readonly string[] => {
  const [first, ...rest] = words;
  if (first === undefined || first === until || !first.startsWith('-')) return first === '--' ? rest : words;
  return skipOptions(WITH_VALUE.has(first) ? rest.slice(1) : rest, until);
};
