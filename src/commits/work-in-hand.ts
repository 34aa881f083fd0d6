/** The problems for a run that begins on a branch of its own: uncommitted work, and an unfinished merge or rebase. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { takeFingerprint } from '../project/sources/fingerprint.ts';
import { findCone, readCone } from '../project/sources/sparse-checkout.ts';
import { draftTree } from './draft-tree.ts';
import type { Repository } from './repository.ts';
import { compareEntries, readIndex, readTree, showPath } from './restore-files.ts';

/**
 * Paths, from the root of the repository, that differ from HEAD, in the folder or in the index; sorted. Files outside of the
 * cone of a sparse checkout may be absent.
 */
export const findUncommittedPaths = async (
  repository: Repository,
  { head, writes }: { readonly head: string; readonly writes: readonly string[] },
): Promise<readonly string[]> => {
  const whole: Repository = { ...repository, folder: repository.top, prefix: '' };
  const prefix = showPath(repository.prefix);
  const all = { writes: writes.flatMap((glob) => [`${prefix}${glob}`]) };
  const { files } = await takeFingerprint(repository.top, all);
  const draft = await draftTree({ repository: whole, base: head, files, ...all });
  const staged = compareEntries(await readTree(repository, head), await readIndex(repository));
  const found = draft.is === 'moved' ? draft.paths : [...draft.changes.keys()].map(showPath);
  const isOutside = await findOutside(repository);
  const isLeftOut = (path: string): boolean =>
    /(?:^|\/)\.dualgate(?:\/|$)/.test(path) || (isOutside(path) && !files.has(path));
  return [...new Set([...found, ...[...staged.keys()].map(showPath)])].filter((path) => !isLeftOut(path)).sort();
};

/** Files of a commit that a sparse checkout leaves out, in the folder of the repository; sorted. */
export const findLeftOutOfCheckout = async (repository: Repository, head: string): Promise<readonly string[]> => {
  const isOutside = await findOutside(repository);
  const prefix = showPath(repository.prefix);
  const committed = [...(await readTree(repository, head)).keys()].map(showPath);
  return committed
    .filter((path) => path.startsWith(prefix) && isOutside(path) && !existsSync(join(repository.top, path)))
    .sort();
};

const findOutside = async ({ top }: Repository): Promise<(path: string) => boolean> => {
  const cone = await findCone(top);
  return (cone === null ? null : await readCone(top, cone)) ?? (() => false);
};

const IN_THE_MIDDLE: Readonly<Record<string, string>> = {
  MERGE_HEAD: 'a merge',
  'rebase-merge': 'a rebase',
  'rebase-apply': 'a rebase',
  CHERRY_PICK_HEAD: 'a cherry-pick',
  REVERT_HEAD: 'a revert',
  sequencer: 'a cherry-pick or revert',
  BISECT_LOG: 'a bisection',
};

/** An unfinished git operation; `null` for none. */
export const findGitOperation = ({ gitDir }: Repository): string | null =>
  Object.entries(IN_THE_MIDDLE).find(([name]) => existsSync(join(gitDir, name)))?.[1] ?? null;
