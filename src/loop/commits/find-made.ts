/**
 * The commit of a record that was made before a crash, and not recorded: told by its trailers, which carry the hash of a record
 * that nobody could know before it was written.
 *
 * @module
 */
import { askGit, type Repository } from '../../proof/repository.ts';
import { readTrailers } from '../../proof/commit-trailers.ts';
import { ProofError } from '../../proof/proof-error.ts';
import type { DueCommit } from './due-commit.ts';
import type { WorkCommit } from '../../records/run-branch.ts';

/** @param where - `last`: of the run's commits, that is recorded; only what comes after it is looked at */
export const findMade = async (
  repository: Repository,
  where: { readonly tip: string; readonly last: string; readonly due: DueCommit },
): Promise<Pick<WorkCommit, 'commit' | 'parent'> | null> => {
  const { tip, last, due } = where;
  const commits = await askGit(repository, ['rev-list', '--parents', tip, `^${last}`]);
  for (const line of commits.split('\n')) {
    const [commit = '', parent] = line.split(' ');
    if (parent === undefined) continue;
    const [tree, message] = await readCommit(repository, commit);
    const trailers = readTrailersOrNone(message);
    if (trailers?.record.hash === due.record.hash && trailers.record.seq === due.record.seq && tree === due.tree)
      return { commit, parent };
  }
  return null;
};

const readCommit = async (repository: Repository, commit: string): Promise<readonly [string, string]> => {
  const text = await askGit(repository, ['cat-file', 'commit', commit]);
  const end = text.indexOf('\n\n');
  return [/^tree ([0-9a-f]+)$/m.exec(text.slice(0, end))?.[1] ?? '', text.slice(end + 2)];
};

/** What an agent wrote into its own commits is no trailer of ours. */
const readTrailersOrNone = (message: string): ReturnType<typeof readTrailers> => {
  try {
    return readTrailers(message);
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
};
