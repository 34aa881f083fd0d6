/**
 * Puts a text into a source of the copy. The tests that ran there before were the agent's: no link that they left is
 * followed, or a fault would be written where it leads.
 *
 * @module
 */
import { realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProbeError } from './probe-error.ts';

/** Writes sources of one copy. Each write has a later time than the one before, by whole seconds: caches go by it. */
export const createSourceWriter = (copy: string): ((path: string, text: string | null) => Promise<void>) => {
  let writes = 0;
  return async (path, text) => {
    const at = join(copy, path);
    if ((await realpath(dirname(at)).catch(() => null)) !== dirname(at)) {
      throw new ProbeError(
        `Cannot put a fault into ${path}: its folder in the copy is not the one that was copied. Look at what the tests do to their own sources.`,
      );
    }
    await rm(at, { recursive: true, force: true });
    if (text === null) return;
    await writeFile(at, text, { flag: 'wx' });
    writes += 1;
    const time = Math.floor(Date.now() / 1_000) + 2 * writes;
    await utimes(at, time, time);
  };
};
