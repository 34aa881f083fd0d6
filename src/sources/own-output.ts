/**
 * The files of a workspace that this program prints to, as with `dualgate run --json > events.jsonl`, or that the next
 * program of its pipe writes, as `tee` does. They grow during every measurement and are no sources.
 *
 * Each is known by device and inode of an open descriptor, and by the one name that it has at the first look, before any
 * agent: a file that takes its place, another name of it, and where it is moved to are sources.
 *
 * @module
 */
import { type BigIntStats, fstatSync, lstatSync, readlinkSync, statSync, writeSync } from 'node:fs';
import { namesIn } from '../files/folders.ts';
import { readText } from '../files/open-plain.ts';

/** stdout and stderr. */
const STREAMS = [1, 2] as const;

/** Path → device and inode; of each workspace that was looked at to the end. */
const named = new Map<string, ReadonlyMap<string, string>>();

let written: ReadonlySet<string> | null = null;

interface OwnOutput {
  /** @param path - relative to the workspace */
  readonly has: (path: string) => boolean;
  /** The look is over: from now on, no other file of this workspace is one. */
  readonly close: () => void;
}

/** @param root - of the workspace, absolute */
export const lookForOwnOutput = (root: string): OwnOutput => {
  written ??= new Set([...STREAMS.flatMap(printedTo), ...listReaders()]);
  if (written.size === 0) return { has: () => false, close: () => {} };
  const ids = written;
  const before = named.get(root);
  const found = new Map(before);
  return {
    has: (path) => {
      if (before !== undefined && !before.has(path)) return false;
      const id = idOf(() => lstatSync(`${root}/${path}`, { bigint: true }));
      if (before !== undefined) return before.get(path) === id;
      if (id === null || !ids.has(id)) return false;
      found.set(path, id);
      return true;
    },
    close: () => void named.set(root, found),
  };
};

/** Writes nothing, which fails where the descriptor is not open for writing. */
const printedTo = (fd: number): readonly string[] => {
  const id = idOf(() => fstatSync(fd, { bigint: true }));
  return id !== null && tryTo(() => writeSync(fd, '')) !== null ? [id] : [];
};

/**
 * The files that the readers of our pipes write. The shell connects them before this program starts. Only Linux has the table of
 * other programs' descriptors.
 */
const listReaders = (): readonly string[] => {
  const pipes = new Set(STREAMS.flatMap((fd) => linkOf('self', fd) ?? []).filter((link) => link.startsWith('pipe:')));
  if (pipes.size === 0) return [];
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && pipes.has(linkOf(name, 0) ?? ''))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).flatMap((fd) => writtenBy(pid, fd)));
};

const writtenBy = (pid: string, fd: string): readonly string[] => {
  const info = readText(`/proc/${pid}/fdinfo/${fd}`) ?? '';
  const [, flags = '0'] = /^flags:\s*(\d+)/m.exec(info) ?? [];
  const isForWriting = (Number.parseInt(flags, 8) & 3) !== 0;
  const id = isForWriting ? idOf(() => statSync(`/proc/${pid}/fd/${fd}`, { bigint: true })) : null;
  return id === null ? [] : [id];
};

/** Only a regular file with one name has one. */
const idOf = (look: () => BigIntStats): string | null => {
  const found = tryTo(look);
  return found?.isFile() === true && found.nlink === 1n ? `${found.dev}:${found.ino}` : null;
};

const linkOf = (pid: string, fd: number): string | null => tryTo(() => readlinkSync(`/proc/${pid}/fd/${fd}`));

/** A process may end meanwhile, and another user's cannot be read. */
const tryTo = <T>(look: () => T): T | null => {
  try {
    return look();
  } catch {
    return null;
  }
};
