/**
 * Many small files, some at a time: one after another is slow, and all at once needs too many handles.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const AT_ONCE = 16;

/** Ends when none is under way any more, also after an error. @throws the first error */
export const forEach = async <T>(all: readonly T[], use: (each: T) => Promise<void>): Promise<void> => {
  const left = all.values();
  const take = async (): Promise<void> => {
    for (const each of left) await use(each);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, take));
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
};

/** The folders of these files. @param paths - relative to the folder */
export const makeFolders = async (folder: string, paths: Iterable<string>): Promise<void> => {
  const folders = new Set<string>();
  for (const path of paths) folders.add(dirname(join(folder, path)));
  await forEach([...folders], async (each) => void (await mkdir(each, { recursive: true })));
};
