/**
 * The branch that a new list merges into: the one of the checkout. Everything that would prevent a merge later is refused
 * before money is spent (rule 2.6).
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { mergeTrees } from '../../proof/merge-trees.ts';
import { openRepository } from '../../proof/repository.ts';
import { RunError } from '../../records/run-error.ts';
import type { Place } from '../list-record.ts';
import type { ListState } from '../list-state.ts';
import { mergesBack } from './merges-back.ts';
import { readTarget } from './target.ts';

/** @throws {RunError} when it cannot be moved, or is no branch @throws {ProofError} when git cannot merge */
export const chooseTarget = async (config: Config, base: Place | null): Promise<string> => {
  const what = `Cannot start a list with workers in ${config.folder}`;
  if (base === null || config.workspace === 'here')
    throw new RunError(`${what}: each task needs its own worktree. Set commits: true and workspace: worktree.`);
  if (base.branch === null)
    throw new RunError(
      `${what}: HEAD is detached, so there is no branch to merge into. Switch to one: git switch -c NAME.`,
    );
  const target = await readTarget(config, base.branch);
  if ('why' in target) throw new RunError(`${what}: ${uncapitalise(target.why)}.`);
  await mergeTrees(await openRepository(config.folder), base.commit, base.commit);
  return base.branch;
};

const uncapitalise = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Found before money is spent (rule 2.6), unless a crash left the target half moved. @throws {RunError} */
export const refuseUnmovable = async (config: Config, { list, target, moving, tasks }: ListState): Promise<void> => {
  const found = target === null || moving !== null ? null : await readTarget(config, target, tasks);
  if (found !== null && 'why' in found)
    throw new RunError(`Cannot continue the list ${list}: ${uncapitalise(found.why)}.`);
};

/** A list keeps the way in which it began. @throws {RunError} for the other one */
export const refuseOtherWay = (config: Config, { list, target }: Pick<ListState, 'list' | 'target'>): void => {
  if (target !== null && config.workspace === 'here')
    throw new RunError(
      `Cannot continue the list ${list}: it began with worktrees, and its tasks are merged into ${target}. Set commits: true and workspace: worktree again, or start another with dualgate run --new.`,
    );
  if (mergesBack(config) && target === null)
    throw new RunError(
      `Cannot use workers for the list ${list}: it began without them, on branches that are not merged. Finish it with dualgate run without workers, or start another with dualgate run --new.`,
    );
};
