/**
 * The contents of the sources from before the turn, and from before the first turn of this process: kept outside of the
 * workspace until the run ends, so that a runner that ends without running a test can be tried on them. A file is kept
 * once for each content, and checked when it is used: an agent of the same user can reach the folder.
 */
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import { hashSource } from '../../project/sources/hash-source.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { readPlain } from '../../base/files/open-plain.ts';

type Files = Fingerprint['files'];

export interface KeptSources {
  /** To be called before each turn, with the sources of that moment. */
  readonly keep: (workspace: string, before: Pick<Fingerprint, 'files'>) => Promise<void>;
  /** Before the last turn, then before the first; `null` when they are too large to keep, or not kept yet. */
  readonly states: () => { readonly before: Files; readonly first: Files } | null;
  /** Writes the files there. @returns whether each of them is what it was */
  readonly restore: (files: Files, folder: string) => Promise<boolean>;
  readonly remove: () => Promise<void>;
}

/** For all contents together. */
const BUDGET = { files: 20_000, bytes: 256_000_000 } as const;

export const keepSources = (): KeptSources => {
  let folder: string | null = null;
  let first: Files | null = null;
  let before: Files | null = null;
  let isWhole = true;
  const left = { ...BUDGET } as { files: number; bytes: number };
  const kept = new Set<string>();

  const keepFile = async (into: string, path: string, word: string): Promise<void> => {
    if (kept.has(word)) return;
    const found = await lstat(path).catch(() => null);
    if (found === null) return;
    left.files -= 1;
    left.bytes -= found.size;
    if (left.files < 0 || left.bytes < 0) {
      isWhole = false;
      return;
    }
    const place = join(into, nameOf(word));
    // A link is kept as the text that it consists of.
    if (found.isSymbolicLink()) await writeFile(place, await readlink(path));
    else await copyFile(path, place, constants.COPYFILE_FICLONE);
    kept.add(word);
  };

  return {
    keep: async (workspace, { files }) => {
      if (!isWhole) return;
      folder ??= await makeTemporaryFolder('turn');
      for (const [path, word] of files) {
        if (isWhole) await keepFile(folder, join(workspace, path), word).catch(() => {});
      }
      first ??= files;
      before = files;
    },
    states: () => (isWhole && before !== null && first !== null ? { before, first } : null),
    restore: async (files, to) => {
      if (folder === null) return false;
      for (const [path, word] of files)
        if (!(await restoreFile(join(folder, nameOf(word)), join(to, path), word))) return false;
      return true;
    },
    remove: async () => {
      if (folder !== null) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      folder = null;
      before = null;
    },
  };
};

/** The file name of a content. */
export const nameOf = (word: string): string => word.replace(' ', '-');

/** @returns whether the file there is what `word` names */
export const restoreFile = async (from: string, to: string, word: string): Promise<boolean> => {
  try {
    await mkdir(dirname(to), { recursive: true });
    if (word.startsWith('120000 ')) await symlink(readPlain(from), to);
    else {
      await copyFile(from, to, constants.COPYFILE_FICLONE);
      await chmod(to, word.startsWith('100755 ') ? 0o755 : 0o644);
    }
    const source = await hashSource(Buffer.from(to));
    return source.is === 'file' && source.word === word;
  } catch {
    return false;
  }
};
