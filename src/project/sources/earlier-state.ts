/** The earlier state of the code, for comparison: a commit of its repository, files that were read before, or nothing at all. */
import { createHash } from 'node:crypto';
import { readGit, runGit } from './git.ts';
import { WorkspaceError } from './workspace-error.ts';

/** A commit; or the files of one by their paths, relative to the workspace; `null`: everything is new. */
export type Base = string | null | ReadonlyMap<string, Uint8Array>;

/** `same`: identical to the current file, byte by byte. `null`: there was no such file. */
type Earlier = { readonly text: string; readonly bytes: Buffer } | 'same' | null;

type ReadEarlier = (path: string, now: Buffer) => Promise<Earlier>;

/** The paths of the earlier files. @param workspace - absolute */
export const listEarlier = async (workspace: string, base: Base): Promise<readonly string[]> => {
  if (base === null) return [];
  return [...(typeof base === 'string' ? await listBlobs(workspace, base) : base).keys()];
};

/** @param workspace - absolute */
export const openEarlier = async (workspace: string, base: Base): Promise<ReadEarlier> => {
  if (base === null) return () => Promise.resolve(null);
  if (typeof base !== 'string') {
    return (path, now) => {
      const before = base.get(path);
      if (before === undefined) return Promise.resolve(null);
      return Promise.resolve(now.equals(before) ? 'same' : textOf(before));
    };
  }
  const known = await listBlobs(workspace, base);
  return async (path, now) => {
    const blob = known.get(path);
    if (blob === undefined) return null;
    if (blob === hashBlob(now, blob)) return 'same';
    return readBlob(workspace, blob);
  };
};

/** One that was destroyed counts as none: then the whole file is new. */
const readBlob = async (workspace: string, blob: string): Promise<Exclude<Earlier, 'same'>> => {
  const read = () => runGit(workspace, [...AS_IT_IS, 'cat-file', 'blob', blob]);
  try {
    return textOf(await keep(blobs, `${workspace}\0${blob}`, read));
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
};

const textOf = (content: Uint8Array): Exclude<Earlier, 'same' | null> => {
  const bytes = Buffer.from(content);
  return { text: bytes.toString('utf8'), bytes };
};

/** The agent owns the repository: objects that it replaced are not read. */
const AS_IT_IS = ['--no-replace-objects'] as const;

/** The content of an object never changes, and each iteration of a run asks for that of its start. */
const listings = new Map<string, string>();
const blobs = new Map<string, Uint8Array>();
const MOST_KEPT = 200;

const keep = async <T>(kept: Map<string, T>, key: string, read: () => Promise<T>): Promise<T> => {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = await read();
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(key, found);
  return found;
};

const IS_ID = /^[\da-f]{40,64}$/;

/** Ids of the files of a commit, relative to the workspace; none if the commit is missing. */
const listBlobs = async (workspace: string, base: string): Promise<ReadonlyMap<string, string>> => {
  try {
    const list = () => readGit(workspace, [...AS_IT_IS, 'ls-tree', '-r', '-z', base]);
    const listed = await (IS_ID.test(base) ? keep(listings, `${workspace}\0${base}`, list) : list());
    return new Map(
      listed.split('\0').flatMap((entry) => {
        const [, id, path] = /^\d+ blob (\S+)\t([\s\S]+)$/.exec(entry) ?? [];
        return id === undefined || path === undefined ? [] : [[path, id] as const];
      }),
    );
  } catch (error) {
    if (error instanceof WorkspaceError) return new Map();
    throw error;
  }
};

/** Git's id of it, in a repository with that hash algorithm. */
const hashBlob = (content: Buffer, like: string): string =>
  createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${content.length}\0`)
    .update(content)
    .digest('hex');
