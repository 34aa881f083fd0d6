/**
 * Opens a path only if it is a regular file, in a folder where an agent may have put something else: opening a named
 * pipe waits for its writer, perhaps forever, and would block the loop. It loads nothing else, for `status`.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** @returns a descriptor to read from @throws as the system does, and when the path is no regular file */
export const openPlain = (path: string): number => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error('it is not a regular file');
};

/** The complete text. @throws as `openPlain` does */
export const readPlain = (path: string): string => {
  const descriptor = openPlain(path);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
};
