/**
 * The result that a session outside of a worker completed: the commit that it names, or HEAD of the checkout in which it
 * sent its signal.
 */
import type { RefMove } from '../leases/remote-refs.ts';
import { readHeadBranch } from '../../commits/branch.ts';
import { askGit, openRepository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/proof-error.ts';
import { RunError } from '../../records/run-error.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import type { ItemState } from './item-state.ts';

interface Result {
  readonly commit: string | null;
  readonly branch: string | null;
}

/**
 * @param named - as git names a commit; `null`: HEAD @returns nulls without a repository or a commit; no branch where
 *   HEAD is detached, or where a commit is named @throws {RunError} when git does not know the commit that is named
 */
export const findResult = async (folder: string, named: string | null = null): Promise<Result> => {
  try {
    if (named !== null) return { commit: await resolveCommit(folder, named), branch: null };
    const commit = await readHead(folder);
    if (commit === null) return { commit, branch: null };
    return { commit, branch: await readHeadBranch(await openRepository(folder)) };
  } catch (error) {
    if (error instanceof WorkspaceError) return { commit: null, branch: null };
    throw error;
  }
};

const resolveCommit = async (folder: string, named: string): Promise<string> => {
  try {
    return await askGit({ folder }, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`]);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new RunError(
      `Cannot find the commit ${named} in ${folder}. Name one with --commit, or leave it out for HEAD.`,
    );
  }
};

/** The result after a red CI need not descend from the refused one. */
export const moveResult = (branch: string | null, to: string, refused: ItemState['refused']): RefMove => {
  const ref = `refs/heads/${branch}`;
  return refused?.commit == null ? { ref, to } : { ref, to, from: refused.commit };
};
