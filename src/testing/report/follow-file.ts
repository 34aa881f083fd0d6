/**
 * Reads a file while another process writes it.
 *
 * @module
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Tested code may have put a link or a pipe there. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const PAUSE_MS = 100;
const CHUNK_BYTES = 64 * 1024;

/**
 * Hands on what is appended, at once or within 100 ms, until `writing` has settled and all was read. No file: nothing. What
 * is seen first at the path is followed to its end, whatever is laid in its place meanwhile.
 *
 * @returns whether it still lies there in the end, so that nobody has moved it away; `true` where nothing ever lay there
 */
export const followFile = async (
  path: string,
  onChunk: (chunk: Buffer) => void,
  writing: Promise<unknown>,
): Promise<boolean> => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  writing.then(end, end);
  let file: FileHandle | null = null;
  let offset = 0;
  try {
    for (let isLast = false; ; isLast = ended.signal.aborted) {
      file ??= await openRegular(path);
      if (file !== null) offset = await readFrom(file, offset, onChunk);
      if (isLast) return file === null || (await liesAt(path, file));
      if (!ended.signal.aborted) await wait(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => {});
    }
  } finally {
    await file?.close();
  }
};

const openRegular = async (path: string): Promise<FileHandle | null> => {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
};

const readFrom = async (file: FileHandle, from: number, onChunk: (chunk: Buffer) => void): Promise<number> => {
  for (let offset = from; ; ) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
    if (bytesRead === 0) return offset;
    offset += bytesRead;
    onChunk(buffer.subarray(0, bytesRead));
  }
};

/** A file that is held open keeps its number: no other can have it. */
const liesAt = async (path: string, file: FileHandle): Promise<boolean> => {
  const [there, read] = await Promise.all([
    lstat(path, { bigint: true }).catch(() => null),
    file.stat({ bigint: true }),
  ]);
  return there?.ino === read.ino && there.dev === read.dev;
};
