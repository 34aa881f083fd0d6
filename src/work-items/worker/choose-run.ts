/**
 * The run of an item: the one that another worker of this machine began, resumed, or a new one in a checkout of its own,
 * from the commit that the item names.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { configOfTask } from '../../config/tasks/config-of-task.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { readLock } from '../../ledger/lock.ts';
import { RunError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';
import { newRunId } from '../../run/create-run.ts';
import { openWorktree } from '../../run/open-worktree.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { readRun } from '../../view/read-run.ts';
import { baseRef } from '../base-ref.ts';
import type { ItemState } from '../item-state.ts';
import { bringCommit } from './bring-commit.ts';
import type { WorkerContext } from './worker-context.ts';

export interface ChosenRun {
  readonly config: Config;
  readonly run: string;
  /** `over`: it completed, and its worker died before it said so. */
  readonly how: 'new' | 'resumed' | 'over';
  /** It was killed or interrupted: it resumes with its remaining limits. */
  readonly wasCutOff: boolean;
}

export const chooseRun = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { run } = state;
  const there = run === null ? null : await findBegun(context, run, spec);
  if (there !== null) return there;
  if (run !== null)
    context.notice(`${state.item}: the run ${run.run} is not on this machine, or cannot resume. A new one begins.`);
  return beginNew(context, state, spec);
};

/** `null` when it is elsewhere, still active, or aborted. */
const findBegun = async (
  { env }: WorkerContext,
  { run, folder }: NonNullable<ItemState['run']>,
  spec: string,
): Promise<ChosenRun | null> => {
  const { ledger, lock } = runFolders(folder, run);
  if (!existsSync(ledger) || readAnchor(anchorFolder(env), run) === null) return null;
  // Its worker lost the lease, and has not ended yet.
  if (readLock(lock)?.live === true) return null;
  const config = configOfTask(readConfig({ cwd: folder }), spec);
  const { state } = await readRun(config, run);
  const ending = state.ending ?? state.openEnds.halt;
  if (ending?.status === 'aborted') return null;
  return {
    config,
    run,
    how: ending?.status === 'completed' && state.ending !== null ? 'over' : 'resumed',
    wasCutOff: state.ending === null || state.ending.status === 'interrupted',
  };
};

const beginNew = async (context: WorkerContext, state: ItemState, spec: string): Promise<ChosenRun> => {
  const { config: own, items, notice, now } = context;
  const { item, base, specHash } = state;
  if (base !== null) await bringCommit(items.line, { ref: baseRef(item), commit: base, folder: own.folder });
  const { folder, path } = await openWorktree(
    { ...configOfTask(own, spec), workspace: 'worktree' },
    { onProgress: notice, ...(base === null ? {} : { from: base }) },
  );
  const found = join(folder, spec);
  if (!existsSync(found) || hashBytes(readFileSync(found)) !== specHash)
    throw new RunError(
      `${spec} is not the file that ${item} was added with. Restore it, or add another item for the changed spec.`,
    );
  const config = configOfTask(
    readConfig({ cwd: folder, config: join(folder, basename(path ?? 'dualgate.yaml')) }),
    spec,
  );
  return { config, run: newRunId(now()), how: 'new', wasCutOff: false };
};
