/**
 * Facts about a task of a list, each recorded first and then told to those who watch.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { readRun } from '../view/read-run.ts';
import { keepWork, readPlace } from './checkout/move-checkout.ts';
import { hasLedger, type ListContext, movesCheckout, nameTask } from './list-context.ts';
import type { ListData } from './list-record.ts';
import type { TaskState } from './list-state.ts';
import type { DeferredStatus } from './task.ts';

export interface RunOf {
  /** For the task. */
  readonly config: Config;
  readonly run: string;
}

export const noteStarted = (
  context: ListContext,
  task: TaskState,
  started: Omit<ListData['task.started'], 'task'>,
): void => {
  const { held, emit } = context;
  held.write('task.started', { task: task.spec, ...started });
  // Later files are not saved anywhere yet.
  context.checkoutMayGo = false;
  const { run, ...rest } = started;
  const { attempts } = held.state();
  const attempt = Math.min(task.failures + 1, attempts);
  emit({ type: 'task.started', ...nameTask(context, task), task_run: run, ...rest, attempt, attempts });
};

export const noteDone = (context: ListContext, task: TaskState, done: Omit<ListData['task.done'], 'task'>): void => {
  context.held.write('task.done', { task: task.spec, ...done });
  const { run, ...rest } = done;
  context.emit({ type: 'task.done', ...nameTask(context, task), task_run: run, ...rest });
};

/** @param again - whether it is retried automatically */
export const defer = async (
  context: ListContext,
  task: TaskState,
  aside: {
    readonly status: DeferredStatus;
    readonly why: string;
    readonly failures?: number;
    readonly again?: boolean;
  },
  of: RunOf | null = null,
): Promise<void> => {
  const { held, emit } = context;
  const { status, why, failures = task.failures, again = false } = aside;
  const found = of === null ? null : await keepUncommitted(of);
  const kept = found === null ? task.kept : found.kept;
  held.write('task.deferred', { task: task.spec, status, why, failures, again, kept });
  if (of !== null) context.checkoutMayGo = found !== null;
  const { attempts } = held.state();
  emit({ type: 'task.deferred', ...nameTask(context, task), status, why, failures, attempts, again, kept });
};

/** Only for the run's own branch: other work is not the run's, and is not kept. */
const keepUncommitted = async ({ config, run }: RunOf): Promise<{ readonly kept: string | null } | null> => {
  if (!movesCheckout(config) || !hasLedger({ run, folder: config.folder })) return null;
  const { state } = await readRun(config, run);
  const { branch } = await readPlace(config);
  if (state.branch === null || branch !== state.branch.name) return null;
  const message = `Unfinished work of ${run} on ${config.work.spec}\n\nNo gate judged it.\n`;
  return { kept: await keepWork(config, run, message) };
};
