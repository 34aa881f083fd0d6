/**
 * All the places that the words of a test command come from: the command itself, the scripts of package.json that it
 * reaches, and variables that are set in front of a program. Found by words; nothing is run.
 *
 * @module
 */
import { isPackageManager, nameProgram } from './find-program.ts';
import { readScript } from './package-scripts.ts';

/** Words of one program and where they stand, for people: the end of a sentence. */
export interface PlacedWords {
  readonly words: readonly string[];
  readonly place: string;
  /** Whether the words come from the command, which may hand them on to a program of a script. */
  readonly isCommand: boolean;
}

/** Programs of a shell line, without looking into quotes: a wrong cut only makes two places of one. */
const JOINT = /&&|\|\||[;|&\n]/;
const WORD = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const RUNS_SCRIPTS = new Set(['npm-run-all', 'npm-run-all2', 'run-s', 'run-p', 'concurrently', 'conc']);

/** @param workspace - absolute: where the command runs */
export const placeWords = (command: readonly string[], workspace: string): readonly PlacedWords[] => {
  const seen = new Set<string>();
  const follow = (words: readonly string[]): readonly PlacedWords[] => {
    const runs = words.some((word) => isPackageManager(nameProgram(word)) || RUNS_SCRIPTS.has(nameProgram(word)));
    return runs
      ? words.flatMap((word) => readOnce(word === 't' || word === 'tst' ? 'test' : word.replace(/^npm:/, '')))
      : [];
  };
  const readOnce = (name: string): readonly PlacedWords[] => {
    const script = seen.has(name) ? null : readScript(workspace, name);
    if (script === null) return [];
    seen.add(name);
    const place = `in the script "${name}" of package.json`;
    return script.split(JOINT).flatMap((line) => {
      const words = wordsOf(line);
      return [{ words, place, isCommand: false }, ...follow(words)];
    });
  };
  return [{ words: command, place: 'in the test command', isCommand: true }, ...follow(command)];
};

/** As a shell would, without variables. */
export const wordsOf = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).map((word) => word.replaceAll(/["']/g, ''));

/** The values that words in front of a program give a variable: `NODE_OPTIONS=… node --test`. */
export const valuesOf = (words: readonly string[], variable: string): readonly string[] =>
  words.flatMap((word) => (word.startsWith(`${variable}=`) ? wordsOf(word.slice(variable.length + 1)) : []));
