/**
 * A merge of the list that is not in the target any more, since a person moved it back: later tasks would be measured without
 * it, and blamed for it.
 *
 * @module
 */
import { readTip } from '../../proof/branch.ts';
import { askGit, type Repository } from '../../proof/repository.ts';
import type { ListState } from '../list-state.ts';

export interface MissingMerge {
  /** The name of its task. */
  readonly name: string;
  /** The merge commit. */
  readonly commit: string;
  /** The branch that it was merged into. */
  readonly into: string;
}

/** The first one; `null` when all are there. @param tip - of the target; `null`: as it is now */
export const findMissingMerge = async (
  repository: Repository,
  { target, tasks }: Pick<ListState, 'target' | 'tasks'>,
  tip: string | null = null,
): Promise<MissingMerge | null> => {
  const merges = tasks.flatMap(({ name, merged }) => (merged === null ? [] : [{ name, ...merged }]));
  const at = tip ?? (target === null ? null : await readTip(repository, target));
  if (at === null || merges.length === 0) return null;
  const commits = merges.map(({ commit }) => commit);
  const gone = new Set((await askGit(repository, ['rev-list', '--ignore-missing', ...commits, `^${at}`])).split('\n'));
  return merges.find(({ commit }) => gone.has(commit)) ?? null;
};

/** One sentence without a full stop. */
export const wordMissingMerge = ({ name, commit, into }: MissingMerge): string =>
  `The merge of ${name} is missing from ${into}, which somebody moved back. On ${into}, bring it back with git merge ${commit.slice(0, 12)}, then run dualgate run; dualgate run --new begins another list without it`;
