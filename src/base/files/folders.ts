/** Folders that may be missing, unreadable or something else. */
import { readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readErrorCode } from '../text/describe-cause.ts';

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
