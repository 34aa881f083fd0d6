/** The repository of a run that makes commits: its branch, from a clean tree, and no other repository in its place. */
import type { Config } from '../../project/config/config.ts';
import { readHeadBranch, nameBranch, moveBranch, readTip } from '../../commits/branch.ts';
import { nameGitDir, openRepository, type Repository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/commit-trailers.ts';
import { RunError } from '../../records/run-error.ts';
import type { RunBranch, BranchStart } from '../../records/run-branch.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import { draftTree } from '../../commits/draft-tree.ts';
import { readAuthor } from '../../commits/write-commit.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { Journal } from '../../records/journal.ts';
import type { RunEventBody } from '../../records/run-events.ts';
import { restoreFiles, readTree, bringIndexTo } from '../../commits/restore-files.ts';
import { lookAtSources } from '../run-context.ts';

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

/**
 * Writes only git objects; `null` where the config asks for no commits. @param measured - the sources of the baseline
 * @throws {ProofError} without an identity to commit as, or a commit to begin from, or when a source changed
 */
export const describeBranch = async (config: Config, measured: Fingerprint): Promise<BranchStart | null> => {
  if (!config.commits) return null;
  const repository = await openRepository(config.folder);
  if (config.workspace === 'worktree' && !repository.isLinked)
    throw new ProofError(
      `Cannot create a branch in ${config.folder}: the config requires a separate worktree, but this is the main checkout. Use dualgate run, or openWorktree before createRun.`,
    );
  const author = await readAuthor(repository, process.env);
  const { head: base, files } = measured;
  if (author === null || base === null)
    throw new ProofError(
      `Cannot create a branch in ${config.folder}: the repository has no commit, or git has no user to commit as.`,
    );
  const draft = await draftTree({ repository, base, files, writes: config.tests.writes });
  if (draft.is === 'moved')
    throw new ProofError(
      `Cannot create a branch in ${config.folder}: these files changed, or cannot be read: ${draft.paths.join(', ')}. Try again when no process writes there.`,
    );
  const tree = await draft.write();
  const name = await nameBranch(repository, config.work.spec);
  return { name, base, tree, git_dir: nameGitDir(repository), author };
};

export const draftExit = async (
  config: Config,
  { branch, writes: { accepted } }: { readonly branch: RunBranch } & Pick<WorkState, 'writes'>,
  files: Fingerprint['files'],
): Promise<{ readonly tree: string; readonly moved: readonly [] } | { readonly moved: readonly string[] }> => {
  const repository = await openOwnRepository(config, branch);
  const writes = [...config.tests.writes, ...accepted];
  const draft = await draftTree({ repository, base: branch.tip ?? branch.base, files, writes });
  return draft.is === 'moved' ? { moved: draft.paths } : { tree: await draft.write(), moved: [] };
};

export interface CommitContext {
  readonly config: Config;
  readonly journal: Journal;
  readonly emit: (event: RunEventBody) => void;
}

export const finishRollback = async ({ config, journal, emit }: CommitContext): Promise<void> => {
  const state = journal.state();
  const { branch, run } = state;
  const due = journal.uncommitted();
  if (branch === null || branch.tip === null || due === null) return;
  await refuseElsewhere(config, branch, `roll back the run ${run}`);
  const repository = await openOwnRepository(config, branch);
  const { tip: commit, name } = branch;
  const entries = await readTree(repository, commit);
  const { files } = await lookAtSources(config, state);
  await restoreFiles(repository, { files, entries, writes: [...config.tests.writes, ...state.writes.accepted] });
  const from = await readTip(repository, name);
  if (from !== commit) await moveBranch(repository, name, { to: commit, from, why: `dualgate: rollback of ${run}` });
  if (!(await bringIndexTo(repository, entries)))
    emit({
      type: 'notice',
      text: 'The index of git is locked and could not be reset. Run git reset when it is free.',
    });
  journal.write('work.rolled_back', { record: due.seq });
};
