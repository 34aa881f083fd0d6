/**
 * Adds arguments to a command so that they reach the program behind its launcher.
 *
 * @module
 */
import { nameProgram } from './find-program.ts';

/** npm passes on only the arguments after `--`; all others pass on everything. */
export const appendArguments = (command: readonly string[], added: readonly string[]): readonly string[] => {
  const needsDashes = nameProgram(command[0] ?? '') === 'npm' && !command.includes('--');
  return [...command, ...(needsDashes ? ['--'] : []), ...added];
};
