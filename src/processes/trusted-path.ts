/**
 * The PATH for the loop's own tools. `npx` and direnv put folders of the workspace on the PATH, and the agent can
 * write there: a program called `git` in `node_modules/.bin` would be run by the loop itself.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { isWithin } from './is-within.ts';

/**
 * The PATH without relative folders and folders of the workspace.
 *
 * @param workspace - absolute
 */
export const pathOutside = (workspace: string, path = process.env['PATH'] ?? ''): string => {
  const folders = [workspace, resolveLinks(workspace)];
  const isTrusted = (entry: string): boolean =>
    isAbsolute(entry) && [entry, resolveLinks(entry)].every((it) => folders.every((folder) => !isWithin(folder, it)));
  return path.split(delimiter).filter(isTrusted).join(delimiter);
};

const resolveLinks = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};
