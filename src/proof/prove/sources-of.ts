/**
 * The sources of a commit, and their fingerprint: what the loop would measure in a checkout of it.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { hashEntries, matchLeftOut } from '../../sources/fingerprint.ts';
import { type CommitFile, readObjects } from './commit-files.ts';

const SUBMODULE = '160000';

/**
 * @param place where the workspace lies in the repository, with `/`; `''` for the root
 * @param writes globs, as `tests.writes`
 * @returns SHA-256, 64 hexadecimal digits (RULES 2.4)
 */
export const fingerprintOf = async (
  repository: string,
  files: readonly CommitFile[],
  { place, writes }: { readonly place: string; readonly writes: readonly string[] },
): Promise<string> => {
  const start = place === '' ? '' : `${place}/`;
  const isLeftOut = matchLeftOut(writes);
  const sources = files
    .filter(({ path, mode }) => path.startsWith(start) && mode !== SUBMODULE)
    .map((file) => ({ ...file, path: file.path.slice(start.length) }))
    .filter(({ path }) => !isLeftOut(path))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const contents = await readObjects(
    repository,
    sources.map(({ object }) => object),
  );
  return hashEntries(
    new Map(
      sources.map(({ path, mode, object }) => [path, `${mode} ${hashBlob(contents.get(object) ?? new Uint8Array())}`]),
    ),
  );
};

const hashBlob = (content: Uint8Array): string =>
  createHash('sha256').update(`blob ${content.length}\0`).update(content).digest('hex');
