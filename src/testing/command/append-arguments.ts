/**
 * Adds arguments to a command so that they reach the program behind its launcher.
 *
 * @module
 */
import { findProgram, nameProgram } from './find-program.ts';

/** Task runners that hand on what stands after `--` of their own. */
const WITH_DASHES = new Set(['turbo', 'moon']);
/** Task runners run in other folders, for several packages. */
const RUN_TASKS = new Set([...WITH_DASHES, 'nx', 'lerna', 'lage', 'wireit', 'rush', 'vp', 'make']);

export const isTaskRunner = (program: string): boolean => RUN_TASKS.has(program);

/**
 * npm passes on only the arguments after `--`, and so do some task runners; all others pass on everything.
 *
 * @param folder - absolute: where the command runs
 */
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
