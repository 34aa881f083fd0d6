/**
 * The path that a program would be started from: the result of a shell's `command -v`, without a shell.
 *
 * @module
 */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';

/**
 * The path of the program, or null when there is none that can be executed.
 *
 * @param cwd - what a name with a slash is relative to
 */
export const locateProgram = async (
  program: string,
  cwd: string,
  path = process.env['PATH'] ?? '',
): Promise<string | null> => {
  if (program === '') return null;
  const candidates = program.includes('/')
    ? [resolve(cwd, program)]
    : path.split(delimiter).map((folder) => join(folder, program));
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate;
  }
  return null;
};

const isExecutable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};
