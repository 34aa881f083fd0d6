/**
 * Where lines begin in a file: only asked for when something is wrong with them, so that what holds is not read twice.
 *
 * @module
 */
import { readChunks } from './read-chunks.ts';

/**
 * @param lines - numbers of lines, from 1
 * @returns each of them that the file has, with the place of its first byte, from 0
 * @throws {LedgerError} `unreadable` when the file cannot be read.
 */
export const locateLines = async (path: string, lines: Iterable<number>): Promise<ReadonlyMap<number, number>> => {
  const wanted = new Set(lines);
  const found = new Map<number, number>();
  if (wanted.has(1)) found.set(1, 0);
  let line = 1;
  let before = 0;
  const last = Math.max(0, ...wanted);
  for await (const chunk of readChunks(path)) {
    for (let feed = chunk.indexOf(10); feed !== -1; feed = chunk.indexOf(10, feed + 1)) {
      line += 1;
      if (wanted.has(line)) found.set(line, before + feed + 1);
      if (line >= last) return found;
    }
    before += chunk.length;
  }
  return found;
};
