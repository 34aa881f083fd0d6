/**
 * One source as a string: its mode and a hash of its content. The stored bytes are hashed, since the tests run on
 * them: no line-ending conversion, no clean filter of a git config applies. Small files are read in this thread: a
 * round through the thread pool costs several times as much as the read itself.
 */
import { createHash, hash } from 'node:crypto';
import { type BigIntStats, closeSync, fstatSync, lstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath, open } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hashContent } from '../../base/files/hash-content.ts';
import { WITHOUT_FOLLOWING, WITHOUT_WAITING } from '../../base/files/open-plain.ts';
import { WorkspaceError } from './workspace-error.ts';
import { hasCode } from '../../base/text/describe-cause.ts';

interface Entry {
  readonly path: string;
  readonly found: BigIntStats;
}

/** Whether a path is left out, as if it were not there. */
type IsLeftOut = (path: string) => boolean;

/** A value that changes after any write to anything in the folder, also one of the same content. */
export const stampFolder = async (folder: string, isLeftOut: IsLeftOut): Promise<string> =>
  stampEntries(await listEntries(folder, isLeftOut));

const stampEntries = (entries: readonly Entry[]): string =>
  hashContent(entries.map(({ path, found }) => `${path}\0${found.ino}-${found.ctimeNs}-${found.size}`).join('\n'));

/** The state of a folder at its last read: no program without privileges can set the stamps back. */
const known = new Map<string, { readonly stamps: string; readonly hash: string }>();

/**
 * Names, modes and contents. A folder without a changed stamp is not read again: some milliseconds for a few hundred files.
 * @throws the file system's own error when the folder is not there, or a file in it cannot be read
 */
export const hashFolder = async (folder: string, isLeftOut: IsLeftOut): Promise<string> => {
  const root = await realpath(folder);
  const entries = await listEntries(root, isLeftOut);
  const stamps = stampEntries(entries);
  const before = known.get(root);
  if (before?.stamps === stamps) return before.hash;
  const hash = createHash('sha256');
  for (const { path, found } of entries) {
    const name = relative(root, path).split(sep).join('/');
    hash.update(`${name}\0${found.mode & 0o111n}\0${await hashEntry(path, found)}\n`);
  }
  const word = `tree:${hash.digest('hex')}`;
  known.set(root, { stamps, hash: word });
  return word;
};

/** Every file and link below, in the order of the code units. */
const listEntries = async (folder: string, isLeftOut: IsLeftOut): Promise<readonly Entry[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !isLeftOut(path))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, found: await lstat(path, { bigint: true }) })));
};

const hashEntry = async (path: string, found: BigIntStats): Promise<string> => {
  if (found.isSymbolicLink()) return `link:${hashContent(await readlink(path))}`;
  return found.isFile() ? hashContent(await readFile(path, { flag: WITHOUT_FOLLOWING })) : 'no file';
};

/** Larger files are read piece by piece, by other threads. */
const WHOLE_UP_TO_BYTES = 1_048_576;

export type Source =
  /**
   * `word`: mode, blank, hash; the names that git gives in a SHA-256 repository. `stamp`: differs after any write by a
   * program without privileges, even of the same content; only a write through a mapping into memory may leave it.
   */
  | { readonly is: 'file'; readonly word: string; readonly stamp: string }
  | { readonly is: 'folder' }
  | { readonly is: 'nothing' };

/**
 * Looks at one name, without following a symlink. Times do not matter for `word`. @param path absolute, as bytes
 * @returns a promise of a large file alone
 * @throws {WorkspaceError} when it is there and cannot be read for another reason than its permissions
 */
export const hashSource = (path: Buffer): Source | Promise<Source> => {
  try {
    const source = CAN_REFUSE_LINKS ? hashOpened(path) : null;
    if (source === 'large') return hashLarge(path);
    return source ?? hashNamed(path);
  } catch (error) {
    return handleError(path, error);
  }
};

/** A system without that flag would open what a link leads to. */
const CAN_REFUSE_LINKS = WITHOUT_FOLLOWING !== WITHOUT_WAITING;

/** Room for `blob <size>\0`, and behind it for the content and one byte more: what is longer than it said has grown. */
const HEAD_BYTES = 16;
const room = Buffer.allocUnsafeSlow(HEAD_BYTES + WHOLE_UP_TO_BYTES + 1);

/** The usual case, in four calls to the system; `null` for what cannot be opened, as a link. */
const hashOpened = (path: Buffer): Source | 'large' | null => {
  const file = tryOpen(path);
  if (file === null) return null;
  try {
    const found = fstatSync(file, { bigint: true });
    if (found.isDirectory()) return { is: 'folder' };
    // Pipes, sockets and devices are no sources for git either.
    if (!found.isFile()) return { is: 'nothing' };
    if (found.size > WHOLE_UP_TO_BYTES) return 'large';
    const length = readInto(room, file, Number(found.size));
    return length === null ? 'large' : fileOf(found, hashRoom(length));
  } finally {
    closeSync(file);
  }
};

const tryOpen = (path: Buffer): number | null => {
  try {
    return openSync(path, WITHOUT_FOLLOWING);
  } catch {
    return null;
  }
};

/** Reads up to the end, whatever the size was said to be; `null` when it has grown too large. */
const readInto = (into: Buffer, file: number, size: number): number | null => {
  for (let length = 0; length <= WHOLE_UP_TO_BYTES; ) {
    const got = readSync(file, into, HEAD_BYTES + length, into.length - HEAD_BYTES - length, null);
    length += got;
    if (got === 0 || length === size) return length;
  }
  return null;
};

/** The head is written right before the content, so that both are hashed in one go. */
const hashRoom = (length: number): string => {
  const head = `blob ${length}\0`;
  const from = HEAD_BYTES - head.length;
  room.write(head, from, 'latin1');
  return hash('sha256', room.subarray(from, HEAD_BYTES + length), 'hex');
};

/** A file that could not be opened, seen from outside: a link, something unreadable, or nothing any more. */
const hashNamed = (path: Buffer): Source | Promise<Source> => {
  const found = lstatSync(path, { bigint: true });
  if (found.isDirectory()) return { is: 'folder' };
  if (found.isSymbolicLink()) {
    const content = readlinkSync(path, { encoding: 'buffer' });
    const word = createHash('sha256').update(`blob ${content.length}\0`).update(content).digest('hex');
    return { is: 'file', word: `120000 ${word}`, stamp: stampOf(found) };
  }
  return found.isFile() ? hashLarge(path) : { is: 'nothing' };
};

const hashLarge = async (path: Buffer): Promise<Source> => {
  try {
    const file = await open(path, WITHOUT_FOLLOWING);
    const found = await file.stat({ bigint: true });
    const sum = createHash('sha256').update(`blob ${found.size}\0`);
    await pipeline(file.createReadStream(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) sum.update(piece);
    });
    return fileOf(found, sum.digest('hex'));
  } catch (error) {
    return handleError(path, error);
  }
};

/** @throws {WorkspaceError} when what is there cannot be told */
const handleError = (path: Buffer, error: unknown): Source => {
  if (isGone(error)) return { is: 'nothing' };
  // A folder of a database that belongs to root must not end a run. An unreadable file shows a change by its ctime.
  if (hasCode(error, 'EACCES', 'EPERM')) {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? fileOf(found, `unreadable-${found.ctimeNs}`) : { is: 'nothing' };
  }
  throw new WorkspaceError(
    `Cannot read the source ${path.toString()}: ${String(error)}. Make it readable, or let git ignore it.`,
    path.toString(),
    { cause: error },
  );
};

const fileOf = (found: BigIntStats, content: string): Source => ({
  is: 'file',
  word: `${(found.mode & 0o100n) === 0n ? '100644' : '100755'} ${content}`,
  stamp: stampOf(found),
});

const stampOf = ({ ino, ctimeNs }: BigIntStats): string => `${ino}-${ctimeNs}`;

const isGone = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO');
