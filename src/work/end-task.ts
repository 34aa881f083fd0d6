/**
 * The result of a task when its run has ended: done and marked, or deferred with its reason and its work kept.
 *
 * @module
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import type { Ending } from '../../machines/index.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { openRepository } from '../proof/repository.ts';
import { readRun } from '../view/read-run.ts';
import { findWorkInHand, moveCheckout } from './checkout/move-checkout.ts';
import { defer, noteDone, type RunOf } from './note-task.ts';
import type { ListData, Marking } from './list-record.ts';
import { hasLedger, type ListContext, movesCheckout } from './list-context.ts';
import type { TaskState } from './list-state.ts';
import { finishReady } from './merge/finish-ready.ts';
import { markCommit } from './mark/mark-commit.ts';
import { dirname, join } from 'node:path';
import type { ListConfig } from '../config/shape-work.ts';
import { markSpec } from './mark/marking.ts';
import { describeCause } from '../text/describe-cause.ts';

/**
 * Marks its file, merges its branch where the list has a target, and records that it is done; repeating it after a crash
 * gives the same result.
 *
 * @returns how the list ends with it; `null` when it continues
 * @throws {ProofError} when git refuses
 */
export const finishTask = async (
  context: ListContext,
  task: TaskState,
  { config, run }: RunOf,
): Promise<Ending | null> => {
  const { held, now } = context;
  const { done: how, list, target } = held.state();
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
    const wanted = { how, spec: task.spec, list, run, branch: name, tip, author, at: now().toISOString() };
    const { commit, marked } = await markCommit(repository, wanted);
    made = { commit, branch: name, marked };
    if (isFree) await moveCheckout(config, { commit, branch: name });
  }
  const { commit, branch: name } = made;
  if (target !== null && commit !== null && name !== null) {
    const ready = { run, commit, branch: name, marked: made.marked };
    if (task.ready?.commit !== commit || task.aside !== null) held.write('task.ready', { task: task.spec, ...ready });
    return finishReady(context, { task, folder: config.folder, ...ready });
  }
  noteDone(context, task, { run, ...made });
  context.checkoutMayGo = movesCheckout(config);
  return null;
};

/** A deferred task that ended since, for example by an operator command, is done, or was aborted. */
export const finishOver = async (context: ListContext): Promise<Ending | null> => {
  for (const task of context.held.state().tasks) {
    const { is, run, folder, ready } = task;
    // A branch that cannot be merged is tried again only if an operator names its task.
    if (is !== 'aside' || ready !== null || run === null || folder === null || !hasLedger(task)) continue;
    const config = configOfTask({ ...context.config, folder }, task.spec);
    const reading = await readRun(config, run).catch((error: unknown) => {
      // It was deferred because it needs human input.
      if (error instanceof LedgerError) return null;
      throw error;
    });
    const { status, why } = reading?.state.ending ?? { status: null, why: '' };
    const end = status === 'completed' ? await finishTask(context, task, { config, run }) : null;
    if (end !== null) return end;
    if (status === 'aborted' && task.aside?.status !== 'aborted') await defer(context, task, { status, why });
  }
  return null;
};

/**
 * Marks the file of a task in the workspace, where runs make no commits. Repeating it after a crash gives the same
 * result, and no byte of the spec is lost.
 *
 * @param folder - absolute: the workspace
 */
export const markFile = (folder: string, how: ListConfig['done'], spec: string): Marking => {
  const from = join(folder, spec);
  const refuse = (why: string): Marking => ({ how: null, path: spec, why });
  const place = how === 'move' ? markSpec(how, spec, Buffer.alloc(0)) : null;
  const moved = place !== null && 'path' in place ? place.path : spec;
  try {
    if (!existsSync(from)) {
      const isMoved = how === 'move' && existsSync(join(folder, moved));
      return isMoved ? { how, path: moved } : refuse(`${spec} is missing`);
    }
    if (!lstatSync(from).isFile()) return refuse(`${spec} is not a regular file`);
    const content = readFileSync(from);
    const marked = markSpec(how, spec, content);
    if ('why' in marked) return refuse(marked.why);
    const to = join(folder, marked.path);
    if (how !== 'move') {
      if (!marked.content.equals(content)) replaceWith(to, marked.content, statSync(from).mode);
      return { how, path: marked.path };
    }
    if (existsSync(to)) return refuse(`${marked.path} already exists`);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
    return { how, path: marked.path };
  } catch (error) {
    return refuse(describeCause(error));
  }
};

/** The complete old file or the complete new one exists at any time. */
const replaceWith = (path: string, content: Buffer, mode: number): void => {
  const draft = `${path}.dualgate-draft`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, path);
};
