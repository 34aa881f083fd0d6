/**
 * Reads the file that the prompt asks the agent to write. An agent may have put anything in its place.
 *
 * @module
 */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

/** `odd`: something is there, and it is not a regular file. */
export type SmokeTestFile = { readonly is: 'absent' | 'odd' } | { readonly is: 'file'; readonly text: string };

const MAX_BYTES = 65_536;

/** At most its first 64 KiB; a link is not followed. */
export const readSmokeTestFile = async (path: string): Promise<SmokeTestFile> => {
  const found = await lstat(path).catch(() => null);
  if (found === null) return { is: 'absent' };
  if (!found.isFile()) return { is: 'odd' };
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return { is: 'file', text: buffer.toString('utf8', 0, bytesRead) };
  } finally {
    await file.close();
  }
};
