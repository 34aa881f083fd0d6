/**
 * Why a program could not be started, in words that a person can act on.
 *
 * @module
 */
import { stat } from 'node:fs/promises';

/** What the system answered: `code` as Node gives it (`ENOENT`), `message` without our own words. */
export interface StartFailure {
  readonly code?: string | undefined;
  readonly originalMessage?: string | undefined;
}

/** One sentence without a full stop. */
export const describeStartProblem = async (
  { code, originalMessage }: StartFailure,
  { command, cwd }: { readonly command: readonly string[]; readonly cwd: string },
): Promise<string> => {
  const [program = ''] = command;
  if (program === '') return 'the command is empty';
  if (!(await isFolder(cwd))) return `the working directory ${cwd} is not a folder`;
  if (code === 'ENOENT') return `${program} was not found, or the interpreter that its first line names was not`;
  if (code === 'EACCES') return `${program} may not be executed`;
  return `${program} could not be started: ${originalMessage ?? code ?? 'the system gives no reason'}`;
};

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};
