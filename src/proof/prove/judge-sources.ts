/**
 * Whether the commits of a run have the sources that they name.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { hashEntries, matchLeftOut } from '../../sources/fingerprint.ts';
import { type Claim, claim } from './claim.ts';
import type { CommitFile } from '../../checkout/checkout.ts';
import { listCommit, readObjects } from './commit-files.ts';
import type { RunCommit } from './run-commits.ts';

export const judgeSources = async (
  commits: readonly RunCommit[],
  { root, place, writes }: { readonly root: string; readonly place: string; readonly writes: readonly string[] },
): Promise<Claim> => {
  const because: string[] = [];
  for (const { commit, trailers } of commits) {
    const found = await fingerprintOf(root, await listCommit(root, commit), { place, writes });
    if (found !== trailers.sources)
      because.push(`${trailers.phase ?? 'the start'} (${commit.slice(0, 12)}) does not contain the measured sources`);
  }
  return claim('sources', 'every commit contains the sources that it names, byte by byte', because);
};

const SUBMODULE = '160000';

/**
 * @param place path of the workspace in the repository, with `/`; `''` for the root
 * @param writes globs, as `tests.writes`
 * @returns SHA-256, 64 hexadecimal digits (rule 2.4)
 */
const fingerprintOf = async (
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
