/**
 * One task, from its start to its completion or deferral, by a new run or a resumed one.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../ledger/ledger-error.ts';
import { ProofError } from '../proof/proof-error.ts';
import { createRun } from '../run/create-run.ts';
import { RunError } from '../records/run-error.ts';
import { runFolders } from '../records/run-folders.ts';
import { isKilledGit } from '../sources/workspace-error.ts';
import type { Ending } from '../../machines/index.ts';
import { guideAgain } from './merge/finish-ready.ts';
import { startTask, type StartedTask } from './start-task.ts';
import { finishTask } from './end-task.ts';
import { defer } from './note-task.ts';
import type { ListContext } from './list-context.ts';
import type { TaskState } from './list-state.ts';

/**
 * A git that was killed costs its task one more try, and never the list.
 *
 * @returns how the list ends with it; `null` when it continues with the next task
 */
export const workOnTask = async (context: ListContext, { spec }: Pick<TaskState, 'spec'>): Promise<Ending | null> => {
  for (let tries = 1; ; tries += 1) {
    const task = context.held.state().tasks.find((each) => each.spec === spec);
    if (task === undefined) throw new TypeError(`the list has no task ${spec}`);
    try {
      return await tryTask(context, task);
    } catch (error) {
      if (!isKilledGit(error)) throw error;
      if (context.isEnding()) return { status: 'interrupted', why: 'Interrupted' };
      if (tries < MOST_TRIES) continue;
      await defer(context, task, { status: 'needs_human', why: error.message });
      return null;
    }
  }
};

const MOST_TRIES = 2;

const tryTask = async (context: ListContext, task: TaskState): Promise<Ending | null> => {
  const started = await startTask(context, task);
  if (started.is === 'aside') {
    await defer(context, task, started);
    return null;
  }
  const { config, run } = started;
  const { status, why } = started.is === 'over' ? started : await runTask(context, task, started);
  switch (status) {
    case 'interrupted':
    case 'paused':
      return { status, why };
    case 'completed':
      return finishTask(context, task, { config, run });
    case 'stuck': {
      const failures = task.failures + 1;
      const again = failures < context.held.state().attempts;
      await defer(context, task, { status, why, failures, again }, { config, run });
      return null;
    }
    case 'needs_human':
      // A problem that prevents one run would also prevent the next.
      if (!existsSync(runFolders(config.folder, run).ledger)) return { status, why: `${task.name}: ${why}` };
      await defer(context, task, { status, why }, { config, run });
      return null;
    case 'aborted':
      await defer(context, task, { status, why }, { config, run });
      return null;
  }
};

type StartedRun = Extract<StartedTask, { readonly is: 'started' }>;

/** A run that cannot resume needs human input; most other errors end the list, and the next `run` continues. */
const runTask = async (context: ListContext, task: TaskState, started: StartedRun): Promise<Ending> => {
  const { config, run, resumed, wasCutOff } = started;
  const { by, runs, onRun, asked } = context;
  const advice = guideAgain(task, context.held.state().target);
  try {
    const going = createRun({
      config,
      ...runs,
      ...(resumed ? { resume: run, by, automatic: wasCutOff && asked === null } : { id: run }),
      ...(advice === null ? {} : { guidance: { by: 'dualgate', text: advice } }),
    });
    onRun(going);
    return await going.ended;
  } catch (error) {
    if (!resumed || isKilledGit(error) || !isOfTheRun(error)) throw error;
    return { status: 'needs_human', why: error.message };
  }
};

const isOfTheRun = (error: unknown): error is Error =>
  error instanceof RunError ||
  error instanceof ProofError ||
  (error instanceof LedgerError && error.trouble === 'broken');
