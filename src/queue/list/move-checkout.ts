/** Moves the checkout to the next task: HEAD, index, files, not what git ignores. Git keeps what would be lost. */
import type { Config } from '../../project/config/config.ts';
import { takeFingerprint } from '../../project/sources/fingerprint.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { keepAside, readHeadBranch, readTip, standOn } from '../../commits/branch.ts';
import { draftTree, findGitOperation, findUncommittedPaths } from '../../commits/draft-tree.ts';
import { git, openRepository, type Repository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/commit-trailers.ts';
import { restoreFiles, readTree, bringIndexTo } from '../../commits/restore-files.ts';
import { readAuthor, writeCommit } from '../../commits/write-commit.ts';
import type { Place } from './list-record.ts';
import { RunError } from '../../records/run-error.ts';
import type { ListContext } from './lock-list.ts';

export const readPlace = async ({ folder }: Config): Promise<Place> => {
  const repository = await openRepository(folder);
  const commit = await readHead(folder);
  if (commit === null)
    throw new ProofError(
      `Cannot work on a list in ${folder}: the repository has no commit. Commit the files: git add --all && git commit.`,
    );
  return { commit, branch: await readHeadBranch(repository) };
};

/** Files of the checkout that are in no commit, and unfinished git operations; `null` when it may be moved. */
export const findWorkInHand = async (config: Config): Promise<string | null> => {
  const repository = await openRepository(config.folder);
  const operation = findGitOperation(repository);
  if (operation !== null) return `git is in the middle of ${operation}`;
  const { commit: head } = await readPlace(config);
  const paths = await findUncommittedPaths(repository, { head, writes: config.tests.writes });
  if (paths.length === 0) return null;
  return `these are not committed: ${paths.slice(0, 10).join(', ')}${paths.length > 10 ? ` and ${paths.length - 10} more` : ''}`;
};

/**
 * Keeps files that are not in the commit at HEAD, in one commit that no branch has. @param under - the run, or the list
 * @returns a name in git; `null` when there is nothing @throws {ProofError} when git refuses, or a file changes
 */
export const keepWork = async (config: Config, under: string, message: string): Promise<string | null> => {
  const { commit: base } = await readPlace(config);
  const commit = await commitWork(config, { base, under, message });
  return commit === null ? null : keepAside(await openRepository(config.folder), under, commit);
};

interface WorkToCommit {
  readonly base: string;
  readonly under: string;
  readonly message: string;
}

/** The files of the workspace that are not in the base, in one commit that has no name; `null` when there is nothing. */
export const commitWork = async (config: Config, { base, under, message }: WorkToCommit): Promise<string | null> => {
  const repository = await openRepository(config.folder);
  const { writes } = config.tests;
  const { files } = await takeFingerprint(config.folder, { writes });
  const draft = await draftTree({ repository, base, files, writes });
  if (draft.is === 'moved')
    throw new ProofError(
      `Cannot save the work of ${under}: these files changed, or cannot be read: ${draft.paths.slice(0, 10).join(', ')}. Continue with dualgate run when no process writes there.`,
    );
  if (draft.changes.size === 0) return null;
  const author = (await readAuthor(repository, process.env)) ?? { name: 'dualgate', email: 'dualgate@localhost' };
  const [tree, at] = [await draft.write(), new Date().toISOString()];
  return writeCommit(repository, { tree, parent: base, message, author, at });
};

/**
 * Checks out the branch of the place, as long as it still leads there, else the commit itself.
 * @param files - a commit whose files replace those of the place: work that no branch has
 * @returns whether HEAD names the branch @throws {ProofError} when git or the file system refuses; repeatable
 */
export const moveCheckout = async (config: Config, place: Place, files: string | null = null): Promise<boolean> => {
  const { folder, tests } = config;
  const repository = await openRepository(folder);
  const { writes } = tests;
  const there = await takeFingerprint(folder, { writes });
  await restoreFiles(repository, {
    files: there.files,
    entries: await readTree(repository, files ?? place.commit),
    writes,
  });
  const isOn = place.branch !== null && (await readTip(repository, place.branch)) === place.commit;
  if (isOn && place.branch !== null) await standOn(repository, place.branch, `dualgate: onto ${place.branch}`);
  else await detach(repository, place.commit);
  await bringIndexTo(repository, await readTree(repository, place.commit));
  return isOn;
};

const detach = async (repository: Repository, commit: string): Promise<void> => {
  await git(repository, ['update-ref', '--no-deref', '-m', 'dualgate: for the next task', 'HEAD', commit]);
};

/** After these the loop itself was about to move it. */
const BEFORE_MOVING: ReadonlySet<string> = new Set(['checkout.moving', 'task.deferred', 'task.done']);

/** @param files - as of `moveCheckout` @throws {RunError} when it contains uncommitted work */
export const takeCheckout = async (context: ListContext, to: Place, files: string | null = null): Promise<void> => {
  const { config, held, emit } = context;
  const [hand, at] = [await findWorkInHand(config), await readPlace(config)];
  if (hand === null && files === null && at.commit === to.commit && at.branch === to.branch) return;
  const { list, last } = held.state();
  if (hand !== null && !context.checkoutMayGo && !BEFORE_MOVING.has(last ?? ''))
    throw new RunError(
      `Cannot move the checkout ${config.folder} to the next task: ${hand}. Commit or stash it, then continue with dualgate run.`,
    );
  const kept =
    hand === null || context.checkoutMayGo
      ? null
      : await keepWork(config, list, `The uncommitted work in the checkout of ${list}\n`);
  if (kept !== null)
    emit({
      type: 'list.notice',
      text: `The files that a killed loop left in the checkout are kept in git as ${kept}.`,
    });
  held.write('checkout.moving', { to, kept });
  const isOn = await moveCheckout(config, to, files);
  context.checkoutMayGo = false;
  if (!isOn && to.branch !== null)
    emit({
      type: 'list.notice',
      text: `The branch ${to.branch} no longer contains ${to.commit.slice(0, 10)}: HEAD is detached at that commit.`,
    });
};
