/** The target of finished tasks: moves only to a tree that was measured green, from the commit it was merged with. */
import { join } from 'node:path';
import { type Config, findWorkersProblem } from '../../../project/config/config.ts';
import { RunError } from '../../../records/run-error.ts';
import { readTip, isAncestor, moveBranch } from '../../../commits/branch.ts';
import { askGit, type Repository, openRepository, mergeTrees } from '../../../commits/repository.ts';
import { ProofError } from '../../../commits/commit-trailers.ts';
import type { ListState } from '../list-state.ts';
import { draftTree } from '../../../commits/draft-tree.ts';
import {
  restoreFiles,
  compareEntries,
  type Entries,
  readTree,
  showPath,
  bringIndexTo,
} from '../../../commits/restore-files.ts';
import { takeFingerprint } from '../../../project/sources/fingerprint.ts';
import { findWorkInHand } from '../move-checkout.ts';
import type { MovingTarget, Place } from '../list-record.ts';

/** By the config; a list that has begun records its target. */
export const mergesBack = ({ list }: Pick<Config, 'list'>): boolean => list !== null && list.workers !== null;

export const withWorkers = (config: Config, workers: number | undefined): Config =>
  workers === undefined || config.list === null ? config : { ...config, list: { ...config.list, workers } };

/** @throws {RunError} for workers that the agent does not have */
export const refuseWorkers = ({ list, agent }: Config): void => {
  const problem = findWorkersProblem(list?.workers ?? null, agent);
  if (problem !== null) throw new RunError(`Cannot work on the list: ${problem}.`);
};

/** A merge that a person took out of the target: later tasks would be measured without it, and blamed for it. */
export interface MissingMerge {
  readonly name: string;
  readonly commit: string;
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

export interface Target {
  readonly repository: Repository;
  readonly branch: string;
  readonly tip: string;
  readonly isHere: boolean;
}

/** @param tasks - of the list so far @returns why it cannot be moved, a sentence: only a person can change that */
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
 * Moves the branch, then files and index of its checkout; repeatable. @returns `false`: the branch is elsewhere by now
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

const openWhole = async (config: Config): Promise<Repository> => {
  const repository = await openRepository(config.folder);
  return { ...repository, folder: repository.top, prefix: '' };
};

// The checkout's branch, which a list merges into. An obstacle to a merge is refused before money is spent (rule 2.6).

/** @throws {RunError} when it cannot be moved, or is no branch @throws {ProofError} when git cannot merge */
export const chooseTarget = async (config: Config, base: Place | null): Promise<string> => {
  const what = `Cannot start a list with workers in ${config.folder}`;
  const missing = [
    ...(base === null ? ['commits: true'] : []),
    ...(config.workspace === 'here' ? ['workspace: worktree'] : []),
  ];
  if (base === null || missing.length > 0)
    throw new RunError(`${what}: each task needs its own worktree. Set ${missing.join(' and ')}.`);
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
