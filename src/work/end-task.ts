/**
 * What becomes of a task when its run has ended: done and marked, or put aside with its reason and its work kept.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { openRepository } from '../proof/repository.ts';
import { readRun } from '../view/read-run.ts';
import { runFolders } from '../records/run-folders.ts';
import { findWorkInHand, keepWork, moveCheckout, readPlace } from './checkout/move-checkout.ts';
import type { ListData } from './list-record.ts';
import { type ListSite, movesCheckout, nameTask } from './list-site.ts';
import type { TaskState } from './list-state.ts';
import { markCommit } from './mark/mark-commit.ts';
import { markFile } from './mark/mark-file.ts';
import type { AsideStatus } from './task.ts';

interface RunOf {
  /** Of the task. */
  readonly config: Config;
  readonly run: string;
}

/** Marks its file and records that it is done; after a crash in between it comes to the same. @throws {ProofError} when git refuses */
export const finishTask = async (site: ListSite, task: TaskState, { config, run }: RunOf): Promise<void> => {
  const { held, announce, now } = site;
  const { done: how, list } = held.state();
  const { state } = await readRun(config, run);
  const { branch } = state;
  const tip = branch?.tip ?? null;
  let made: Omit<ListData['task.done'], 'task' | 'run'>;
  if (branch === null || tip === null)
    made = { commit: null, branch: null, marked: markFile(config.folder, how, task.spec) };
  else {
    const isFree = config.workspace === 'worktree' && (await findWorkInHand(config)) === null;
    const repository = await openRepository(config.folder);
    const { name, author } = branch;
    const at = now().toISOString();
    const { commit, marked } = await markCommit(repository, {
      how,
      spec: task.spec,
      list,
      run,
      branch: name,
      tip,
      author,
      at,
    });
    made = { commit, branch: name, marked };
    if (isFree) await moveCheckout(config, { commit, branch: name });
  }
  held.write('task.done', { task: task.spec, run, ...made });
  site.checkoutMayGo = movesCheckout(config);
  announce({ type: 'task.done', ...nameTask(site, task), task_run: run, ...made });
};

/** What was put aside and came to its end since, by an operator's word say, is done, or was aborted. */
export const finishOver = async (site: ListSite): Promise<void> => {
  for (const task of site.held.state().tasks) {
    const { is, run, folder } = task;
    if (is !== 'aside' || run === null || folder === null || !existsSync(runFolders(folder, run).ledger)) continue;
    const config = configOfTask({ ...site.config, folder }, task.spec);
    const reading = await readRun(config, run).catch((error: unknown) => {
      // A person has to look at it, and it was put aside for that.
      if (error instanceof LedgerError) return null;
      throw error;
    });
    const { status, why } = reading?.state.settled ?? { status: null, why: '' };
    if (status === 'completed') await finishTask(site, task, { config, run });
    if (status === 'aborted' && task.aside?.status !== 'aborted') await putAside(site, task, { status, why });
  }
};

/** @param again - whether it is tried again by itself */
export const putAside = async (
  site: ListSite,
  task: TaskState,
  aside: { readonly status: AsideStatus; readonly why: string; readonly failures?: number; readonly again?: boolean },
  of: RunOf | null = null,
): Promise<void> => {
  const { held, announce } = site;
  const { status, why, failures = task.failures, again = false } = aside;
  const found = of === null ? null : await keepUncommitted(of);
  const kept = found === null ? task.kept : found.kept;
  held.write('task.put_aside', { task: task.spec, status, why, failures, again, kept });
  if (of !== null) site.checkoutMayGo = found !== null;
  const { attempts } = held.state();
  announce({ type: 'task.put_aside', ...nameTask(site, task), status, why, failures, attempts, again, kept });
};

/** Of the run's own branch alone: what lies elsewhere is not its work, and nothing is answered. */
const keepUncommitted = async ({ config, run }: RunOf): Promise<{ readonly kept: string | null } | null> => {
  if (!movesCheckout(config) || !existsSync(runFolders(config.folder, run).ledger)) return null;
  const { state } = await readRun(config, run);
  const { branch } = await readPlace(config);
  if (state.branch === null || branch !== state.branch.name) return null;
  const message = `Unfinished work of ${run} on ${config.work.spec}\n\nNo gate was asked of it.\n`;
  return { kept: await keepWork(config, run, message) };
};
