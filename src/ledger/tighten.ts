/**
 * Removes the permissions of others from state of an earlier dualgate. It changes only files of this user and follows
 * no link: an agent may have put one there.
 */
import { closeSync, fchmodSync, fstatSync, lstatSync, openSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { WITHOUT_FOLLOWING } from '../base/files/open-plain.ts';
import { namesIn } from '../base/files/folders.ts';

/** Permissions of group and others. */
const OPEN_TO_OTHERS = 0o077;

/** Tightens a folder and everything in it; files that cannot be changed are skipped. */
export const tightenFolder = (folder: string): void => {
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || !isOwn(found)) continue;
    if ((found.mode & OPEN_TO_OTHERS) !== 0) tighten(path);
    if (found.isDirectory()) waiting.push(...namesIn(path).map((name) => join(path, name)));
  }
};

/** A file with two names may be somebody's file elsewhere. */
const isOwn = (found: Stats): boolean => {
  const { uid } = userInfo();
  return uid >= 0 && found.uid === uid && (found.isDirectory() || (found.isFile() && found.nlink === 1));
};

const tighten = (path: string): void => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, WITHOUT_FOLLOWING);
    const found = fstatSync(descriptor);
    if (isOwn(found)) fchmodSync(descriptor, found.mode & 0o700);
  } catch {
    // Removed since it was found, or on a disk without modes.
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
