/** Cuts the middle out of a long file of output. An agent can put anything in its place: the rest becomes a new file. */
import { closeSync, lstatSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { openPlain } from './open-plain.ts';
import { PRIVATE_FILE } from './folders.ts';

/** Begins the line that replaces a removed part. */
export const REMOVED_MARK = 'dualgate removed';

interface Cut {
  /** Bytes that are kept of its head, and again of its tail. */
  readonly half: number;
  /** Stands in the place of so many bytes. */
  readonly mark: (bytes: number) => string;
}

/** @returns the bytes that are kept @throws as the system does, and when the path is no regular file */
export const cutMiddle = (path: string, { half, mark }: Cut): number => {
  const bytes = lstatSync(path).size;
  const file = openPlain(path);
  try {
    const read = (from: number): Buffer => {
      const part = Buffer.alloc(half);
      return part.subarray(0, readSync(file, part, 0, half, from));
    };
    return replaceFile(path, Buffer.concat([read(0), Buffer.from(mark(bytes - 2 * half)), read(bytes - half)]));
  } finally {
    closeSync(file);
  }
};

/** A new file: the old one may have other names. @returns its length */
export const replaceFile = (path: string, content: string | Buffer): number => {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: 'wx', mode: PRIVATE_FILE });
  return Buffer.byteLength(content);
};
