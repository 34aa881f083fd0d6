/**
 * The files of a workspace that this program prints to, as with `dualgate run --json > events.jsonl`, or that the next
 * program of its pipe writes, as `tee` does. They grow during every measurement and are no sources.
 *
 * Each is recognised by its open descriptor, never by its name: a file that an agent puts in its place is a source.
 *
 * @module
 */
import { fstatSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { isWithin } from '../processes/is-within.ts';

/** stdout and stderr. */
const STREAMS = [1, 2] as const;

/** A file that is written now: its path, and what tells it from another one at that path. */
interface Written {
  readonly path: string;
  readonly id: string;
}

let readers: readonly Written[] | null = null;

/** Relative to the workspace, with `/`; none where the system has no table of descriptors. @param root - absolute, real */
export const listOwnOutput = (root: string): readonly string[] => {
  readers ??= listReaders();
  return [...STREAMS.flatMap((fd) => writtenBy('self', fd)), ...readers]
    .filter(({ path, id }) => isWithin(root, path) && idOf(() => lstatSync(path, { bigint: true })) === id)
    .map(({ path }) => relative(root, path));
};

/** Looked for once: the shell connects them before this program starts. */
const listReaders = (): readonly Written[] => {
  const pipes = new Set(STREAMS.flatMap((fd) => linkOf('self', fd) ?? []).filter((link) => link.startsWith('pipe:')));
  if (pipes.size === 0) return [];
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && pipes.has(linkOf(name, 0) ?? ''))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).flatMap((fd) => writtenBy(pid, Number(fd))));
};

/** A regular file that is open for writing; empty for anything else. */
const writtenBy = (pid: string, fd: number): readonly Written[] => {
  const path = linkOf(pid, fd);
  if (path === null || !path.startsWith('/') || !isForWriting(pid, fd)) return [];
  const id = idOf(() =>
    pid === 'self' ? fstatSync(fd, { bigint: true }) : statSync(`/proc/${pid}/fd/${fd}`, { bigint: true }),
  );
  return id === null ? [] : [{ path, id }];
};

const isForWriting = (pid: string, fd: number): boolean => {
  const [, flags = '0'] =
    /^flags:\s*(\d+)/m.exec(tryTo(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8')) ?? '') ?? [];
  return (Number.parseInt(flags, 8) & 3) !== 0;
};

type Identified = { readonly dev: bigint; readonly ino: bigint; readonly isFile: () => boolean };

const idOf = (look: () => Identified): string | null => {
  const found = tryTo(look);
  return found?.isFile() === true ? `${found.dev}:${found.ino}` : null;
};

const linkOf = (pid: string, fd: number): string | null => tryTo(() => readlinkSync(`/proc/${pid}/fd/${fd}`));
const namesIn = (folder: string): readonly string[] => tryTo(() => readdirSync(folder)) ?? [];

/** A process may end meanwhile, and another user's cannot be read. */
const tryTo = <T>(look: () => T): T | null => {
  try {
    return look();
  } catch {
    return null;
  }
};
