/**
 * Finds the program that a test command starts, through launchers (npx, npm test, bundle exec, python -m, uv run, …) and
 * scripts of package.json. It reads package.json and runs nothing.
 *
 * @module
 */
import { askNear } from './ask-near.ts';
import { listScriptNames, readScript, splitScript } from './package-scripts.ts';
import { findBehindPython } from './python-launchers.ts';
import { findBehindWrapper } from './wrappers.ts';

/** A program and the words after it, or the reason why it is unknown. */
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
  if (program === 'npx' || program === 'bunx') return findProgram(skipOptions(rest), workspace);
  if (isPackageManager(program)) return findBehind(program, rest, workspace);
  if (program === 'bundle' && rest[0] === 'exec') return findProgram(skipOptions(rest.slice(1)), workspace);
  const launched = findBehindPython(program, rest) ?? findBehindWrapper(program, rest);
  if (launched !== null) return findProgram(launched, workspace);
  if (program !== 'node' || rest.some((word) => word === '--test')) return { program, words: rest };
  const [script, ...words] = skipOptions(rest);
  return script === undefined ? { program, words: rest } : { program: nameProgram(script), words };
};

/** Whether it runs the scripts of package.json. */
export const isPackageManager = (program: string): boolean => ['npm', 'pnpm', 'yarn', 'bun'].includes(program);

/** The bare name of a program: without folder, and without the extension of a script or a Windows wrapper. */
export const nameProgram = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:[cm]?js|cmd|exe|ps1)$/, '');

const findBehind = (manager: string, rest: readonly string[], workspace: string): FoundProgram => {
  const [word = '', ...after] = rest.filter((it, i) => !(QUIET_WORDS.has(it) && i === 0));
  if (EXEC_WORDS.has(word)) return findProgram(skipOptions(after), workspace);
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

const skipOptions = (words: readonly string[]): readonly string[] => {
  const [first, ...rest] = words;
  if (first === undefined || !first.startsWith('-')) return words;
  if (first === '--') return rest;
  return skipOptions(OPTIONS_WITH_VALUE.has(first) ? rest.slice(1) : rest);
};
