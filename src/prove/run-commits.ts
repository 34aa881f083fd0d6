/** The commits of a run, found from its last one by their trailers alone, without a ledger. */
import { type CommitTrailers, readTrailers } from '../commits/commit-trailers.ts';
import { resolveCommit } from './commit-files.ts';
import { ProofError } from '../commits/proof-error.ts';
import { BELIEVING } from '../commits/repository.ts';
import { readGit } from '../project/sources/git.ts';

export interface RunCommit {
  readonly commit: string;
  /** Git's id of its tree. */
  readonly tree: string;
  readonly subject: string;
  readonly trailers: CommitTrailers;
}

/**
 * The commits of the run that the newest commit with trailers belongs to, oldest first, from its start on. Commits of
 * others between them (an agent, a person) are history, and are omitted.
 *
 * @param tip full hash of the commit to begin at
 * @param run takes the commits of this run; by default of the newest
 * @throws {ProofError} when none of them is a run's, or a message has incomplete trailers
 */
export const readRunCommits = async (repository: string, tip: string, run?: string): Promise<readonly RunCommit[]> => {
  const found: RunCommit[] = [];
  const format = '--format=%H%x00%T%x00%s%x00%B%x01';
  const listed = await readGit(repository, ['log', '--first-parent', format, tip], {
    env: BELIEVING,
  });
  for (const entry of listed.split('\u0001')) {
    const [commit = '', tree = '', subject = '', message = ''] = entry.replace(/^\n/, '').split('\0');
    const wanted = found[0]?.trailers.run ?? run;
    const trailers = readTrailers(message);
    if (trailers === null || (wanted !== undefined && trailers.run !== wanted)) continue;
    found.unshift({ commit, tree, subject, trailers });
    if (trailers.phase === null) break;
  }
  if (found.length > 0) return found;
  throw new ProofError(
    `Cannot prove ${tip}: ${run === undefined ? 'no run' : `the run ${run}`} has a commit in its history. Name a branch of a run, or two commits: dualgate prove BASE..HEAD.`,
  );
};

/**
 * The start for a given name: a commit; or the id of a run, whose branch is searched among all branches.
 *
 * @throws {ProofError} when it is neither
 */
export const findTip = async (
  repository: string,
  named: string,
): Promise<{ readonly tip: string; readonly run?: string }> => {
  try {
    return { tip: await resolveCommit(repository, named) };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const search = ['--fixed-strings', '--all-match', `--grep=Dualgate-Run: ${named}`];
    const found = await readGit(repository, ['log', '--all', '--max-count=1', '--format=%H', ...search], {
      env: BELIEVING,
    });
    const tip = found.trim();
    if (tip === '') throw error;
    return { tip, run: named };
  }
};
