/**
 * The branch that finished tasks are merged into, and its checkout. The branch moves only to a commit whose tree was
 * measured green, and only from the commit that it was merged with.
 *
 * @module
 */
import { join } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { isAncestor, moveBranch, readTip } from '../../proof/branch.ts';
import { draftTree } from '../../proof/draft-tree.ts';
import { ProofError } from '../../proof/proof-error.ts';
import { askGit, openRepository, type Repository } from '../../proof/repository.ts';
import { restoreFiles } from '../../proof/restore-files.ts';
import { compareEntries, type Entries, readTree, showPath } from '../../proof/tree-entries.ts';
import { bringIndexTo } from '../../proof/user-index.ts';
import { takeFingerprint } from '../../sources/fingerprint.ts';
import { findWorkInHand } from '../checkout/move-checkout.ts';
import type { MovingTarget } from '../list-record.ts';
import type { ListState } from '../list-state.ts';
import { findMissingMerge, wordMissingMerge } from './missing-merge.ts';

export interface Target {
  readonly repository: Repository;
  readonly branch: string;
  readonly tip: string;
  /** Whether it is checked out in the checkout of the list. */
  readonly isHere: boolean;
}

/**
 * @param tasks - those of the list so far
 * @returns the reason, in one sentence, if it cannot be moved: only a person can change that
 */
export const readTarget = async (
  config: Config,
  branch: string,
  tasks: ListState['tasks'] = [],
): Promise<Target | { readonly why: string }> => {
  const repository = await openWhole(config);
  const tip = await readTip(repository, branch);
  if (tip === null) return { why: `The branch ${branch} is missing. Create it again, then run dualgate run` };
  const missing = await findMissingMerge(repository, { target: branch, tasks }, tip);
  if (missing !== null) return { why: wordMissingMerge(missing) };
  const place = await askGit(repository, ['for-each-ref', '--format=%(worktreepath)', `refs/heads/${branch}`]);
  if (place === '') return { repository, branch, tip, isHere: false };
  if (place !== repository.top)
    return {
      why: `The branch ${branch} is checked out in ${place}. Switch to another branch there, then run dualgate run`,
    };
  const hand = await findWorkInHand(config);
  return hand === null
    ? { repository, branch, tip, isHere: true }
    : { why: `The branch ${branch} cannot be moved: ${hand}. Commit or stash it, then run dualgate run` };
};

/**
 * Moves the branch, then the files and the index of its checkout. After a crash it can be repeated.
 *
 * @returns `false` when the branch is elsewhere by now: nothing was moved
 * @throws {ProofError} when somebody changed a file that has to move
 */
export const moveTarget = async (config: Config, { branch, from, to }: MovingTarget, why: string): Promise<boolean> => {
  const repository = await openWhole(config);
  const tip = await readTip(repository, branch);
  if (tip === from) {
    try {
      await moveBranch(repository, branch, { to, from, why });
    } catch (error) {
      if (!(error instanceof ProofError) || (await readTip(repository, branch)) === from) throw error;
      return false;
    }
  } else if (tip !== to) return tip !== null && isAncestor(repository, to, tip);
  const place = await askGit(repository, ['for-each-ref', '--format=%(worktreepath)', `refs/heads/${branch}`]);
  if (place === repository.top) await moveFiles(config, repository, { branch, from, to });
  return true;
};

const moveFiles = async (
  config: Config,
  repository: Repository,
  { branch, from, to }: Pick<MovingTarget, 'branch' | 'from' | 'to'>,
): Promise<void> => {
  const prefix = showPath((await openRepository(config.folder)).prefix);
  const writes = config.tests.writes.map((glob) => `${prefix}${glob}`);
  const [before, after] = [await readTree(repository, from), await readTree(repository, to)];
  const { files } = await takeFingerprint(repository.top, { writes });
  const draft = await draftTree({ repository, base: to, files, writes });
  const foreign = draft.is === 'moved' ? draft.paths : findForeign(draft.changes, before);
  if (foreign.length > 0)
    throw new ProofError(
      `Cannot move the files of ${branch} in ${repository.top} to ${to.slice(0, 12)}: these were changed meanwhile: ${foreign.slice(0, 10).join(', ')}. The branch itself has moved. Run git stash, then git reset --hard, then dualgate run.`,
    );
  await restoreFiles(repository, { files, entries: after, writes });
  if (!(await bringIndexTo(repository, after)))
    throw new ProofError(
      `Cannot move the index of ${repository.top} to ${to.slice(0, 12)}: another git has locked it. The branch ${branch} and its files have moved. When no git is running, remove ${join(repository.gitDir, 'index.lock')}, then run dualgate run.`,
    );
};

/** Compared with the new commit, a file is either as in it or as in the old one; anything else is a person's. */
const findForeign = (changes: ReturnType<typeof compareEntries>, before: Entries): readonly string[] =>
  [...changes].flatMap(([path, entry]) => ((before.get(path) ?? null) === entry ? [] : [showPath(path)]));

/** The whole repository, also if the workspace is a folder in it. */
const openWhole = async (config: Config): Promise<Repository> => {
  const repository = await openRepository(config.folder);
  return { ...repository, folder: repository.top, prefix: '' };
};
