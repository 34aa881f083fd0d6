/**
 * Does the commit at HEAD hold the sources as they are? Not asked of `git status`, which believes flags of the index and
 * runs the filters that a repository's config names: the tree of the commit is compared with the bytes on the disk.
 */
import { createHash } from 'node:crypto';
import { lstat, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
import type { Fingerprint } from './fingerprint.ts';
import { WITHOUT_FOLLOWING } from '../../base/files/open-plain.ts';
import { readCone } from './sparse-checkout.ts';
import { readGit } from './git.ts';

/** Mode, kind and id of an entry of a tree. */
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]+)\t(.+)$/s;

/**
 * `null` if it is unknown: there is no commit, there are submodules, or a sparse checkout that is no cone.
 * @param now the sources as they are @param options.writes globs of what the suite writes for itself: no part of the answer
 * @param options.cone that of a sparse checkout, if nobody changed it: files outside of it may be absent
 * @throws {WorkspaceError} when git refuses
 */
export const isClean = async (
  workspace: string,
  now: Pick<Fingerprint, 'head' | 'files'>,
  { writes, cone = null }: { readonly writes: readonly string[]; readonly cone?: string | null },
): Promise<boolean | null> => {
  if (now.head === null) return null;
  const isLeftOut = picomatch(['.dualgate', '.dualgate/**', ...writes], { dot: true, flags: 's' });
  const listed = await readGit(workspace, ['ls-tree', '-r', '-z', now.head]);
  const committed = new Map<string, string>();
  const isOutside = cone === null ? () => false : await readCone(workspace, cone);
  if (isOutside === null) return null;
  for (const line of listed.split('\0').filter((each) => each !== '')) {
    const [, mode = '', kind, id = '', path = ''] = ENTRY.exec(line) ?? [];
    if (kind !== 'blob') return null;
    if (isLeftOut(path) || (!now.files.has(path) && isOutside(path))) continue;
    committed.set(path, `${mode} ${id}`);
  }
  if (committed.size !== now.files.size) return false;
  for (const [path, word] of now.files) {
    const entry = committed.get(path);
    if (entry === undefined || !(await isSame(join(workspace, path), word, entry))) return false;
  }
  return true;
};

/** The fingerprint has SHA-256 of a blob; most repositories have its SHA-1. */
const isSame = async (path: string, word: string, entry: string): Promise<boolean> => {
  const [mode = ''] = word.split(' ');
  const [committedMode = '', id = ''] = entry.split(' ');
  if (mode !== committedMode) return false;
  if (id.length === 64) return entry === word;
  const content = await readBytes(path).catch(() => null);
  return content !== null && createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex') === id;
};

const readBytes = async (path: string): Promise<Buffer> =>
  (await lstat(path)).isSymbolicLink()
    ? readlink(path, { encoding: 'buffer' })
    : readFile(path, { flag: WITHOUT_FOLLOWING });
