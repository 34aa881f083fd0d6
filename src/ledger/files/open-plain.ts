/**
 * Opens what has to be a plain file, in a folder where an agent may have put something else: whoever opens a named pipe waits for its writer,
 * and that may be for ever, with the loop in the same process. It loads nothing else: `status` does.
 *
 * @module
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** @returns a descriptor to read from @throws as the system does, and when there is no plain file at the end of the path */
export const openPlain = (path: string): number => {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error('it is no plain file');
};

/** The whole text. @throws as `openPlain` does */
export const readPlain = (path: string): string => {
  const descriptor = openPlain(path);
  try {
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
};
