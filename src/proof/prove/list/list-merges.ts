/**
 * The merges of a task list, found from a commit by their trailers alone, without a ledger.
 *
 * @module
 */
import { type MergeTrailers, readMergeTrailers } from '../../merge-message.ts';
import { ProofError } from '../../proof-error.ts';
import { BELIEVING } from '../../repository.ts';
import { resolveCommit } from '../commit-files.ts';
import { readGit } from '../../../sources/git.ts';

export interface ListMerge {
  readonly commit: string;
  readonly tree: string;
  /** The target before it, and the last commit of the task. */
  readonly parents: readonly [onto: string, merged: string];
  readonly trailers: MergeTrailers;
}

/**
 * The last merge of a list, if it is nearer in the history than the last commit of a run.
 *
 * @param named - a commit by any name, or the id of a list
 * @returns `null` for a run
 */
export const findLastMerge = async (repository: string, named: string): Promise<ListMerge | null> => {
  const isList = /^list-[A-Za-z0-9-]+$/.test(named);
  const from = isList ? ['--all'] : await nameCommit(repository, named);
  if (from === null) return null;
  const words = isList ? [`--grep=^Task-List: ${named}$`] : ['--grep=^Dualgate-Run: ', '--grep=^Task-Record: '];
  const [last] = await readLog(repository, ['--max-count=1', ...words, ...from]);
  return last ?? null;
};

const nameCommit = async (repository: string, named: string): Promise<readonly string[] | null> => {
  try {
    return ['--first-parent', await resolveCommit(repository, named)];
  } catch (error) {
    // It may be the id of a run.
    if (error instanceof ProofError) return null;
    throw error;
  }
};

/** Those of the same list, oldest first, the given one last. */
export const readListMerges = async (repository: string, last: ListMerge): Promise<readonly ListMerge[]> => {
  const { list } = last.trailers;
  const found = await readLog(repository, ['--first-parent', `--grep=^Task-List: ${list}$`, last.commit]);
  return found.filter(({ trailers }) => trailers.list === list).toReversed();
};

const readLog = async (repository: string, args: readonly string[]): Promise<readonly ListMerge[]> => {
  const format = '--format=%H%x00%T%x00%P%x00%B%x01';
  const listed = await readGit(repository, ['log', format, ...args], { env: BELIEVING });
  return listed.split('\u0001').flatMap((entry) => {
    const [commit = '', tree = '', parents = '', message = ''] = entry.replace(/^\n/, '').split('\0');
    const [onto, merged, ...others] = parents.split(' ');
    const trailers = readMergeTrailers(message);
    if (trailers === null || onto === undefined || merged === undefined || others.length > 0) return [];
    return [{ commit, tree, parents: [onto, merged] as const, trailers }];
  });
};
