/** Finds the program that a test command starts, through launchers and scripts of package.json. It runs nothing. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readPlain } from '../../base/files/open-plain.ts';
import { nearestName } from '../../../gates/conditions/nearest-name.ts';
import { listScriptNames, readScript, splitScript } from './package-scripts.ts';

const packageFile = z.looseObject({ version: z.string().default('') });

/** Absolute, behind every link, with its version ('' for none); `null` where there is none. @param folder - absolute */
export const findInstalled = (
  name: string,
  folder: string,
): { readonly place: string; readonly version: string } | null => {
  const path = join(folder, 'node_modules', name);
  try {
    const { version } = packageFile.parse(JSON.parse(readPlain(join(path, 'package.json'))));
    return { place: realpathSync(path), version };
  } catch {
    const above = dirname(folder);
    return above === folder ? null : findInstalled(name, above);
  }
};

/** A name with more or fewer letters is another tool: `cargo nextest` is no mistake for `cargo test`. */
const MOST_LETTERS = 1;

/** The name that was probably meant; `undefined` if no known one is near. */
export const findNear = (name: string, known: readonly string[]): string | undefined =>
  nearestName(
    name,
    known.filter((each) => each !== name && Math.abs(each.length - name.length) <= MOST_LETTERS),
  );

/** ` (did you mean vitest?)`; '' if no known name is near. */
export const askNear = (name: string, known: readonly string[]): string => {
  const near = findNear(name, known);
  return near === undefined ? '' : ` (did you mean ${near}?)`;
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const RUNS_WHAT_FOLLOWS = new Set(['poetry', 'uv', 'pipenv', 'pdm', 'hatch', 'rye']);
/** For launchers and Python: options whose value is a separate argument. */
const WITH_VALUE = setOf(
  '-p --python --with --with-requirements --with-editable --extra --group --only-group --no-group --env-file ' +
    '--directory --project --package --index -C -e --env -W -X --rcfile --source --data-file --omit --include --context',
);

/** The command behind a launcher; `null` when the program is none, or none that runs a module or a program. */
const findBehindPython = (program: string, words: readonly string[]): readonly string[] | null => {
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

/** Without the options in front of a program. @param until - an option that is the program's own */
const skipOptions = (
  words: readonly string[],
  until = '--',
  withValue: ReadonlySet<string> = WITH_VALUE,
): readonly string[] => {
  const [first, ...rest] = words;
  if (first === '--') return rest;
  if (first === undefined || first === until || !first.startsWith('-')) return words;
  return skipOptions(withValue.has(first) ? rest.slice(1) : rest, until, withValue);
};

const COVERAGE_VALUES = setOf(
  '-r --reporter -o --reports-dir --report-dir --temp-directory --temp-dir -t -c --config --nycrc-path -n --include ' +
    '-x --exclude -e --extension -i --require --src --lines --branches --functions --statements --cwd --instrumenter',
);

/** The command behind such a program; `null` when it is another one. */
const findBehindWrapper = (program: string, words: readonly string[]): readonly string[] | null => {
  if (program === 'c8' || program === 'nyc') {
    const behind = skipOptions(words, '--', COVERAGE_VALUES);
    return behind.length === 0 ? null : behind;
  }
  if (program === 'cross-env' || program === 'cross-env-shell' || program === 'env') {
    const at = words.findIndex((word) => !/^\w+=/.test(word));
    return at === -1 || words[at]?.startsWith('-') === true ? null : words.slice(at);
  }
  if (program !== 'dotenv' && program !== 'dotenvx') return null;
  const at = words.indexOf('--');
  return at === -1 ? null : words.slice(at + 1);
};

export type FoundProgram =
  | { readonly program: string; readonly words: readonly string[] }
  | {
      readonly unknown: string;
      /** The way out, where it is not to name the runner. */
      readonly fix?: string;
    };

const SCRIPT_WORDS = new Set(['run', 'run-script']);
const TEST_WORDS = new Set(['test', 't', 'tst']);
const EXEC_WORDS = new Set(['exec', 'x', 'dlx']);
const QUIET_WORDS = new Set(['-s', '--silent']);
const OPTIONS_WITH_VALUE = new Set(['-p', '--package']);

/** @param command - program and arguments, without a shell */
export const findProgram = (command: readonly string[], workspace: string): FoundProgram => {
  const [first = '', ...rest] = command;
  const program = nameProgram(first);
  if (program === 'npx' || program === 'bunx') return findProgram(skipLauncher(rest), workspace);
  if (isPackageManager(program)) return findBehind(program, rest, workspace);
  if (program === 'bundle' && rest[0] === 'exec') return findProgram(skipLauncher(rest.slice(1)), workspace);
  const launched = findBehindPython(program, rest) ?? findBehindWrapper(program, rest);
  if (launched !== null) return findProgram(launched, workspace);
  if (program !== 'node' || rest.some((word) => word === '--test')) return { program, words: rest };
  const [script, ...words] = skipLauncher(rest);
  return script === undefined ? { program, words: rest } : { program: nameProgram(script), words };
};

export const isPackageManager = (program: string): boolean => ['npm', 'pnpm', 'yarn', 'bun'].includes(program);

/** The words behind the program of a command, through launchers and scripts; the command itself where it is not known. */
export const wordsOf = (command: readonly string[], workspace: string): readonly string[] => {
  const found = findProgram(command, workspace);
  return 'words' in found ? found.words : command;
};

/** The bare name of a program: without folder, and without the extension of a script or a Windows wrapper. */
export const nameProgram = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:[cm]?js|cmd|exe|ps1)$/, '');

const findBehind = (manager: string, rest: readonly string[], workspace: string): FoundProgram => {
  const [word = '', ...after] = rest.filter((it, i) => !(QUIET_WORDS.has(it) && i === 0));
  if (EXEC_WORDS.has(word)) return findProgram(skipLauncher(after), workspace);
  if (TEST_WORDS.has(word)) return findInScript(manager, 'test', after, workspace);
  if (SCRIPT_WORDS.has(word)) {
    const [name = '', ...more] = after.filter((it, i) => !(QUIET_WORDS.has(it) && i === 0));
    return findInScript(manager, name, more, workspace);
  }
  if (manager === 'npm' && readScript(workspace, word) !== null)
    return { unknown: `npm ${word} does not run the script "${word}"`, fix: `Write npm run ${word}.` };
  if (word.startsWith('-') || manager === 'npm')
    return { unknown: `${manager} ${word} does not run a script${askNear(word, ['test', 'run', 'exec'])}` };
  // pnpm and yarn run a script, else a program of that name.
  if (readScript(workspace, word) !== null) return findInScript(manager, word, after, workspace);
  return findProgram([word, ...after], workspace);
};

const findInScript = (manager: string, name: string, more: readonly string[], workspace: string): FoundProgram => {
  const script = readScript(workspace, name);
  if (script === null)
    return {
      unknown: `package.json has no script "${name}"${askNear(name, listScriptNames(workspace))}`,
      fix: 'Add the script to package.json, or correct tests.command.',
    };
  const words = splitScript(script);
  if (words === null) return { unknown: `the script "${name}" is more than one command (${script})` };
  const [first = ''] = words;
  if (isPackageManager(nameProgram(first)))
    return { unknown: `the script "${name}" starts ${manager} again (${script})` };
  return findProgram([...words, ...more.filter((word) => word !== '--')], workspace);
};

const skipLauncher = (words: readonly string[]): readonly string[] => skipOptions(words, '--', OPTIONS_WITH_VALUE);

/** Task runners that hand on what stands after `--` of their own. */
const WITH_DASHES = new Set(['turbo', 'moon']);
const RUN_TASKS = new Set([...WITH_DASHES, 'nx', 'lerna', 'lage', 'wireit', 'rush', 'vp', 'make']);

export const isTaskRunner = (program: string): boolean => RUN_TASKS.has(program);

export const appendArguments = (
  command: readonly string[],
  added: readonly string[],
  folder: string,
): readonly string[] => {
  const needsDashes = nameProgram(command[0] ?? '') === 'npm' && !command.includes('--');
  const found = findProgram(command, folder);
  const hasTasks = 'program' in found && WITH_DASHES.has(found.program) && !found.words.includes('--');
  return [...command, ...(needsDashes ? ['--'] : []), ...(hasTasks ? ['--'] : []), ...added];
};

/** In front of the first word that `isBarrier`, else at the end. Behind a package manager always at the end: its `--` is another. */
export const insertArguments = (
  command: readonly string[],
  added: readonly string[],
  { folder, isBarrier }: { readonly folder: string; readonly isBarrier: (word: string) => boolean },
): readonly string[] => {
  const at = isPackageManager(nameProgram(command[0] ?? '')) ? -1 : command.findIndex(isBarrier);
  return at === -1
    ? appendArguments(command, added, folder)
    : [...command.slice(0, at), ...added, ...command.slice(at)];
};
