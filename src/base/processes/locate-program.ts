/** The path that a program would be started from: the result of a shell's `command -v`, without a shell. */
import { realpathSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { access, stat } from 'node:fs/promises';
import { isWithin } from '../files/folders.ts';

// The PATH for the loop's own tools. `npx` and direnv put folders of the workspace on the PATH, and the agent can write there:
// a program called `git` in `node_modules/.bin` would be run by the loop itself.

/** The PATH without relative folders and folders of the workspace. @param workspace - absolute */
export const pathOutside = (workspace: string, path = process.env['PATH'] ?? ''): string => {
  const folders = [workspace, resolveLinks(workspace)];
  const isTrusted = (entry: string): boolean =>
    isAbsolute(entry) && [entry, resolveLinks(entry)].every((it) => folders.every((folder) => !isWithin(folder, it)));
  return path.split(delimiter).filter(isTrusted).join(delimiter);
};

export const resolveLinks = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** The path of the program; null when none can be executed. @param cwd - what a name with a slash is relative to */
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
