/**
 * Reads a file while another process writes it.
 *
 * @module
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Tested code may have put a link or a pipe there. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const PAUSE_MS = 100;
const CHUNK_BYTES = 64 * 1024;

/** Hands on what is appended, at once or within 100 ms, until `writing` has settled and all was read. No file: nothing. */
export const followFile = async (
  path: string,
  onChunk: (chunk: Buffer) => void,
  writing: Promise<unknown>,
): Promise<void> => {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  writing.then(end, end);
  let offset = 0;
  for (let isLast = false; ; isLast = ended.signal.aborted) {
    offset = await readFrom(path, offset, onChunk);
    if (isLast) return;
    if (!ended.signal.aborted) await wait(PAUSE_MS, undefined, { signal: ended.signal }).catch(() => {});
  }
};

const readFrom = async (path: string, from: number, onChunk: (chunk: Buffer) => void): Promise<number> => {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return from;
  try {
    if (!(await file.stat()).isFile()) return from;
    for (let offset = from; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, offset);
      if (bytesRead === 0) return offset;
      offset += bytesRead;
      onChunk(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
};
