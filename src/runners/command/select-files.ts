/**
 * A test command that runs only some files, in place of the paths that it names itself. `null` when the command does
 * not show where to put them: then the whole suite runs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { appendArguments, isTaskRunner, findProgram, isPackageManager, nameProgram } from './find-program.ts';

/**
 * @param files - relative to `folder`
 * @param folder - absolute: where the command runs
 * @param withValue - options of this runner whose value is a word of its own
 * @param verb - the argument that makes the runner run tests; no path, even if there is one of that name
 * @param added - how the files are handed on
 */
export const selectFiles = (
  command: readonly string[],
  files: readonly string[],
  folder: string,
  {
    withValue,
    verb = '',
    added = files,
  }: { readonly withValue: readonly string[]; readonly verb?: string; readonly added?: readonly string[] },
): readonly string[] | null => {
  const found = findProgram(command, folder);
  if ('unknown' in found) return null;
  const { program, words } = found;
  if (isTaskRunner(program)) return null;
  const isPath = (word: string, i: number): boolean =>
    !word.startsWith('-') &&
    !(i === 0 && word === verb) &&
    !withValue.includes(words[i - 1] ?? '') &&
    (/[*{[]/.test(word) || existsSync(join(folder, word)));
  const named = new Set(words.filter(isPath));
  if (named.size === 0) return appendArguments(command, added, folder);
  // A path inside a script of package.json cannot be removed from it.
  if (isPackageManager(nameProgram(command[0] ?? ''))) return null;
  const from = command.length - words.length;
  return appendArguments(
    command.filter((word, i) => i < from || !named.has(word)),
    added,
    folder,
  );
};
