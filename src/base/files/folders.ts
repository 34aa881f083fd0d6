/** Folders that may be missing, unreadable or something else; where a path is; folders that only this user can read. */
import { readdirSync, statSync, mkdirSync, existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep, join } from 'node:path';
import { readErrorCode } from '../text/describe-cause.ts';

/**
 * Whether a folder is the root of a repository, as git sees it. A file `.git` names one elsewhere; an empty folder
 * `.git`, which the sandbox of an agent leaves where it mounted over a missing path, is none.
 */
export const isRepository = (folder: string): boolean => {
  const place = join(folder, '.git');
  return statSync(place, { throwIfNoEntry: false })?.isFile() === true || existsSync(join(place, 'HEAD'));
};

/** Mode of a file, whatever the umask is: transcripts and ledgers contain what an agent saw. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Makes a folder and its missing parents. An existing one is unchanged. */
export const makePrivateFolder = (path: string): void =>
  void mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });

/** Whether `path` is `folder` or inside it; both absolute. */
export const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

/** The names in a folder; none when it cannot be read. */
export const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The names in a folder; none when there is no folder. @throws as the system does, when it cannot be read */
export const listNames = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Whether a folder is there; links are followed. */
export const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Every folder around this one, the nearest first. */
export const foldersAbove = (folder: string): readonly string[] => {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
};
