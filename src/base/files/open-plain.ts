/**
 * Opens a path only if it is a regular file, in a folder where an agent may put something else between the look at it
 * and the reading of it: opening a named pipe waits for its writer, perhaps forever, and would block the loop. It
 * loads nothing else, for `status`. A flag that a system lacks counts as 0. Files are read in this thread: a round
 * through the thread pool costs several times as much as the read itself.
 */
import { closeSync, constants, fstatSync, openSync, type PathLike, readFileSync, readSync } from 'node:fs';

/** Reads, and does not wait for a writer. */
export const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** The same, and refuses a link with ELOOP. */
export const WITHOUT_FOLLOWING = WITHOUT_WAITING | constants.O_NOFOLLOW;

/** @returns a descriptor to read from @throws as the system does, and when the path is no regular file */
export const openPlain = (path: PathLike, flags = WITHOUT_WAITING): number => {
  const descriptor = openSync(path, flags);
  const found = fstatSync(descriptor);
  if (found.isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error(found.isDirectory() ? 'it is a folder' : 'it is not a regular file');
};

const withPlain = <T>(path: PathLike, flags: number, read: (descriptor: number) => T): T => {
  const descriptor = openPlain(path, flags);
  try {
    return read(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/** The complete text. @throws as `openPlain` does */
export const readPlain = (path: string): string =>
  withPlain(path, WITHOUT_WAITING, (descriptor) => readFileSync(descriptor, 'utf8'));

/** The same, as bytes. */
export const readPlainBytes = (path: string): Buffer =>
  withPlain(path, WITHOUT_WAITING, (descriptor) => readFileSync(descriptor));

/** The complete content; `null` when it cannot be read, whatever the reason is. */
export const readBytes = (path: PathLike, flags = WITHOUT_WAITING): Buffer | null => {
  try {
    return withPlain(path, flags, (descriptor) => readFileSync(descriptor));
  } catch {
    return null;
  }
};

/** The same, as text. */
export const readText = (path: PathLike, flags = WITHOUT_WAITING): string | null =>
  readBytes(path, flags)?.toString('utf8') ?? null;

/** The first bytes of a file that is no link, at most `length` of them; `null` when it cannot be read. */
export const readStart = (path: string, length: number): Buffer | null => {
  try {
    return withPlain(path, WITHOUT_FOLLOWING, (descriptor) => {
      const start = Buffer.alloc(length);
      return start.subarray(0, readSync(descriptor, start));
    });
  } catch {
    return null;
  }
};
