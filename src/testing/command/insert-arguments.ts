/**
 * Adds arguments to a command before the argument after which they would no longer be options of the runner.
 *
 * @module
 */
import { appendArguments } from './append-arguments.ts';
import { isPackageManager, nameProgram } from './find-program.ts';

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
