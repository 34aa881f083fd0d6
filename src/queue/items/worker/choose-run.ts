/**
 * The run of an item: the one that another worker began, resumed where it is or brought from the remote, or a new one in
 * a checkout of its own, from the commit that the item names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readBytes } from '../../../base/files/open-plain.ts';
import { configOfTask } from '../../../project/config/tasks-of-list.ts';
import { anchorFolder, readAnchor } from '../../../ledger/anchor.ts';
import type { LedgerHead } from '../../../ledger/check-chain.ts';
import { LockError } from '../../../ledger/ledger-error.ts';
import { hashBytes } from '../../../ledger/ledger-record.ts';
import { readLock } from '../../../ledger/lock.ts';
import { askGit, nameGitDir, openRepository } from '../../../commits/repository.ts';
import { RunError } from '../../../records/run-error.ts';
import { runFolders } from '../../../records/run-folders.ts';
import { newRunId } from '../../../run/open-run.ts';
import { openWorktree } from '../../../run/open-worktree.ts';
import { configThere } from '../../../read-config/parse-config.ts';
import { readRun } from '../../../view/read-run.ts';
import type { ItemState } from '../item-state.ts';
import { baseRef } from '../item-store.ts';
import { bringCommit, bringRun } from './bring-run.ts';
import { type ChosenRun, howToContinue, type WorkerContext } from './worker-context.ts';

export const chooseRun = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { items, notice, ask } = context;
  const { run, refused } = state;
  if (run === null || refused?.run === run.run) return beginNew(context, state, spec);
  const brought = state.saved?.run === run.run ? await ask(() => items.store.readRun(state.item)) : null;
  if (brought !== null) await waitUntilFree(context, run);
  const there = await findBegun(context, state, { spec, anchor: brought?.saved ?? null });
  if (there !== null) return there;
  if (brought !== null) {
    const moved = await bringRun(context, state, { brought, spec });
    if (moved !== null) return moved;
  }
  notice(`${state.item}: the run ${run.run} is not on this machine, or cannot resume. A new one begins.`);
  return beginNew(context, state, spec);
};

const PATIENCE_MS = 60_000;
const PAUSE_MS = 500;

/** Its worker lost the lease, and ends at once: two processes of one run would end each other's children. */
const waitUntilFree = async (
  { signal }: WorkerContext,
  { run, folder }: NonNullable<ItemState['run']>,
): Promise<void> => {
  const { lock } = runFolders(folder, run);
  const until = performance.now() + PATIENCE_MS;
  while (existsSync(lock) && readLock(lock)?.live === true) {
    if (signal.aborted || performance.now() >= until)
      throw new LockError(`The run ${run} is still active in ${folder}. End that worker.`, { path: lock });
    await wait(PAUSE_MS);
  }
};

interface Wanted {
  readonly spec: string;
  /** The last save: a ledger without it was continued elsewhere, or is older. */
  readonly anchor: LedgerHead | null;
}

/** `null` when it is elsewhere, still active, or aborted. */
const findBegun = async (
  { env, config: own }: WorkerContext,
  item: ItemState,
  { spec, anchor }: Wanted,
): Promise<ChosenRun | null> => {
  if (item.run === null) return null;
  const { run, folder } = item.run;
  const { ledger, lock } = runFolders(folder, run);
  if (!existsSync(ledger) || readAnchor(anchorFolder(env), run) === null) return null;
  if (anchor !== null && !hasRecord(readFileSync(ledger, 'utf8'), anchor)) return null;
  // Commits are pushed from this clone.
  if ((await findClone(folder)) !== (await findClone(own.folder))) return null;
  // Its worker lost the lease, and has not ended yet.
  if (readLock(lock)?.live === true) return null;
  const config = configOfTask(configThere(own, folder), spec);
  const { state } = await readRun(config, run);
  const next = howToContinue(state, item);
  // A worker died after it had brought the run here, and before it resumed it.
  const isHere = anchor === null || nameGitDir(await openRepository(folder)) === state.branch?.git_dir;
  return next === null || !isHere ? null : { config, run, ...next };
};

/** For the agent, which begins from the same commit again. */
const describeRefusal = ({ commit, why }: NonNullable<ItemState['refused']>, branch: string | null): string =>
  `CI refused the result before (${[commit, branch].filter((each) => each !== null).join(' on ')}), and runs again on the next: ${why}`;

/** Git's folder that all work trees of a clone share; `null` for none. */
const findClone = (folder: string): Promise<string | null> =>
  askGit({ folder }, ['rev-parse', '--path-format=absolute', '--git-common-dir']).catch(() => null);

const hasRecord = (text: string, { seq, hash }: LedgerHead): boolean =>
  text.split('\n')[seq]?.endsWith(`"hash":"${hash}"}`) === true;

const beginNew = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { config: own, items, notice, now, ask } = context;
  const { item, base, specHash } = state;
  if (base !== null) await ask(() => bringCommit(items.line, { ref: baseRef(item), commit: base, folder: own.folder }));
  const config = await openWorktree(
    { ...configOfTask(own, spec), workspace: 'worktree' },
    { onProgress: notice, ...(base === null ? {} : { from: base }) },
  );
  const found = readBytes(join(config.folder, spec));
  if (found === null || hashBytes(found) !== specHash)
    throw new RunError(
      `${spec} is not the file that ${item} was added with. Restore it, or add another item for the changed spec.`,
    );
  return {
    config: configOfTask(config, spec),
    run: newRunId(now()),
    how: 'new',
    wasCutOff: false,
    ...(state.refused === null ? {} : { guidance: describeRefusal(state.refused, state.result?.branch ?? null) }),
  };
};
