/**
 * The files on the two sides of a comparison: of a commit, by git, and of the workspace, by its sources. Nothing of the repository
 * is written, and git starts no program of it.
 *
 * @module
 */
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import type { Config } from '../../../config/shape-config.ts';
import { readBytes, WITHOUT_FOLLOWING } from '../../../files/open-plain.ts';
import { hashBlob } from '../../../proof/hash-blob.ts';
import { readBlobs } from '../../../proof/read-blobs.ts';
import { git, type Repository } from '../../../proof/repository.ts';
import { takeFingerprint } from '../../../sources/fingerprint.ts';
import { findSourceListing } from '../../../sources/source-listing.ts';

/** One file: `null` is a content that is not read, because it is too large. */
export interface Side {
  /** Path, relative to the workspace → mode, blank, id. */
  readonly entries: ReadonlyMap<string, string>;
  /** The contents of these paths. */
  readonly read: (paths: readonly string[]) => Promise<ReadonlyMap<string, Buffer | null>>;
}

/** Larger files have no diff. */
const MAX_BYTES = 256 * 1024;
/** Files between two turns of the event loop. */
const BATCH = 50;
/** A clone without all objects must not ask its remote. */
const env = { GIT_NO_LAZY_FETCH: '1' };

/** @throws {ProofError} when the commit is not there */
export const sideOfCommit = async (repository: Repository, commit: string): Promise<Side> => {
  const listed = await git(repository, ['ls-tree', '-r', '-l', '-z', commit], { env });
  const entries = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const line of listed.toString('utf8').split('\0')) {
    const [, mode, id, size, path] = /^(\d{6}) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(line) ?? [];
    if (path === undefined) continue;
    entries.set(path, `${mode} ${id}`);
    sizes.set(path, Number(size));
  }
  return {
    entries,
    read: async (paths) => {
      const small = paths.filter((path) => (sizes.get(path) ?? 0) <= MAX_BYTES);
      const idOf = (path: string): string => entries.get(path)?.split(' ')[1] ?? '';
      const blobs = new Map<string, Buffer>();
      for await (const [id, content] of readBlobs(repository, [...new Set(small.map(idOf))])) blobs.set(id, content);
      return new Map(paths.map((path) => [path, blobs.get(idOf(path)) ?? null]));
    },
  };
};

/**
 * The files as they are now.
 *
 * @param committed - entries of a commit: a file that equals one has its id
 * @throws {WorkspaceError} when the sources cannot be read
 */
export const sideOfWorkspace = async (
  { folder, tests }: Pick<Config, 'folder' | 'tests'>,
  { format }: Pick<Repository, 'format'>,
  committed: Side['entries'],
): Promise<Side> => {
  const sources = await findSourceListing(folder);
  const { files } = await takeFingerprint(folder, { writes: tests.writes, sources });
  const read = (path: string): Buffer | null => readSource(join(folder, path), files.get(path) ?? '');
  const entries = new Map<string, string>();
  for (const [path, word] of files) {
    // The loop may be in this very process.
    if (entries.size % BATCH === BATCH - 1) await turnOfTheEventLoop();
    const known = committed.get(path);
    const [mode = ''] = word.split(' ');
    // The words of a fingerprint are SHA-256; most repositories have SHA-1.
    const isSame = format === 'sha256' ? known === word : known === `${mode} ${idOf(read(path))}`;
    entries.set(path, isSame ? (known ?? word) : word);
  }
  const readSmall = (path: string): Buffer | null => {
    const content = read(path);
    return content === null || content.length > MAX_BYTES ? null : content;
  };
  return { entries, read: (paths) => Promise.resolve(new Map(paths.map((path) => [path, readSmall(path)]))) };
};

const idOf = (content: Buffer | null): string => (content === null ? '' : hashBlob('sha1', content));

const readSource = (path: string, word: string): Buffer | null => {
  if (word.startsWith('120000')) return Buffer.from(readlinkSync(path));
  return readBytes(path, WITHOUT_FOLLOWING);
};
