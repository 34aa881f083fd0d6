/**
 * Copies a file or a folder, as long as there is not too much of it.
 *
 * @module
 */
import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { PackageHome } from './link-packages.ts';

/** What may still be copied. */
export interface CopyAllowance {
  files: number;
  bytes: number;
}

export interface CopyOptions extends PackageHome {
  /** Gets less with every file. */
  readonly left: CopyAllowance;
}

/** @returns false when there is too much of it: a part may have been copied by then */
export const copyTree = async (from: string, to: string, options: CopyOptions): Promise<boolean> => {
  const { left, pathIn } = options;
  const found = await lstat(from).catch(() => null);
  if (found === null) return true;
  left.files -= 1;
  left.bytes -= found.isFile() ? found.size : 0;
  if (left.files < 0 || left.bytes < 0) return false;
  if (found.isSymbolicLink()) {
    const target = await readlink(from);
    await symlink(isAbsolute(target) ? pathIn(target) : target, to);
  } else if (found.isFile()) {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } else if (found.isDirectory()) {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) {
      if (!(await copyTree(join(from, name), join(to, name), options))) return false;
    }
  }
  return true;
};
