/**
 * The repository of a run: the one that it began in, and no other put in its place.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { readHeadBranch } from '../../proof/branch.ts';
import { ProofError } from '../../proof/proof-error.ts';
import { nameGitDir, openRepository, type Repository } from '../../proof/repository.ts';
import { RunError } from '../../records/run-error.ts';
import type { RunBranch } from '../../records/run-branch.ts';

/** @throws {ProofError} when it is another one */
export const openOwnRepository = async (
  { folder }: Config,
  branch: Pick<RunBranch, 'git_dir' | 'name'>,
): Promise<Repository> => {
  const repository = await openRepository(folder);
  const found = nameGitDir(repository);
  if (found === branch.git_dir) return repository;
  throw new ProofError(
    `Cannot commit on ${branch.name} in ${folder}: the run began in the repository ${branch.git_dir}, and now ${found} is in its place. Restore the original, then run dualgate resume.`,
  );
};

/** @throws {RunError} when the checkout is on another branch: its files are not the work of this run */
export const refuseElsewhere = async (config: Config, branch: RunBranch | null, what: string): Promise<void> => {
  if (branch === null) return;
  const at = await readHeadBranch(await openOwnRepository(config, branch));
  if (at === branch.name) return;
  throw new RunError(
    `Cannot ${what}: its branch is ${branch.name}, but the checkout is on ${at ?? 'no branch'}. Run git switch ${branch.name} first.`,
  );
};
