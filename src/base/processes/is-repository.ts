/**
 * Whether a folder is the root of a repository, as git sees it without being asked: an empty `.git`, which the sandbox of an
 * agent leaves where it mounted over a missing path, is none.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file `.git` names a repository elsewhere. */
export const isRepository = (folder: string): boolean => {
  const place = join(folder, '.git');
  return statSync(place, { throwIfNoEntry: false })?.isFile() === true || existsSync(join(place, 'HEAD'));
};
