/**
 * What one source is, in a word: its mode and a hash of its content. Bytes are hashed as they lie there, since those are
 * what the tests run on: no line-ending conversion, no clean filter of a git config has a say.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { lstat, open, readFile, readlink } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { WITHOUT_FOLLOWING } from './open-flags.ts';
import { WorkspaceError } from './workspace-error.ts';

/** Larger files are read piece by piece. */
const WHOLE_UP_TO_BYTES = 16_000_000;

export type Source =
  /**
   * `word`: mode, blank, hash; the names that git gives in a SHA-256 repository. `stamp`: differs after any write, even of
   * the same content; a program without privileges cannot set it back.
   */
  | { readonly is: 'file'; readonly word: string; readonly stamp: string }
  | { readonly is: 'folder' }
  | { readonly is: 'nothing' };

/**
 * Looks at one name, without following a symlink. Times do not matter for `word`.
 *
 * @param path absolute, as bytes
 * @throws {WorkspaceError} when it is there and cannot be read for another reason than its permissions
 */
export const hashSource = async (path: Buffer): Promise<Source> => {
  try {
    const found = await lstat(path, { bigint: true });
    if (found.isDirectory()) return { is: 'folder' };
    const stamp = `${found.ino}-${found.ctimeNs}`;
    if (found.isSymbolicLink()) {
      return { is: 'file', word: `120000 ${hashBlob(await readlink(path, { encoding: 'buffer' }))}`, stamp };
    }
    // Pipes, sockets and devices are no sources for git either.
    if (!found.isFile()) return { is: 'nothing' };
    return { is: 'file', word: await hashFile(path, found), stamp };
  } catch (error) {
    if (isGone(error)) return { is: 'nothing' };
    throw new WorkspaceError(
      `Cannot read the source ${path.toString()}: ${String(error)}. Make it readable, or have git ignore it.`,
      path.toString(),
      { cause: error },
    );
  }
};

const hashFile = async (path: Buffer, found: BigIntStats): Promise<string> => {
  const mode = (found.mode & 0o100n) === 0n ? '100644' : '100755';
  try {
    if (found.size <= WHOLE_UP_TO_BYTES) {
      return `${mode} ${hashBlob(await readFile(path, { flag: WITHOUT_FOLLOWING }))}`;
    }
    const hash = createHash('sha256').update(`blob ${found.size}\0`);
    const file = await open(path, WITHOUT_FOLLOWING);
    await pipeline(file.createReadStream(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) hash.update(piece);
    });
    return `${mode} ${hash.digest('hex')}`;
  } catch (error) {
    // A folder of a database that belongs to root must not end a run. What cannot be read shows a change by its ctime.
    if (hasCode(error, 'EACCES', 'EPERM')) return `${mode} unreadable-${found.ctimeNs}`;
    throw error;
  }
};

const hashBlob = (content: Buffer): string =>
  createHash('sha256').update(`blob ${content.length}\0`).update(content).digest('hex');

const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO');

const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));
