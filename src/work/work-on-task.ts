/**
 * One task, from its start to its completion or deferral, by a new run or a resumed one.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { LedgerError } from '../ledger/ledger-error.ts';
import { ProofError } from '../proof/proof-error.ts';
import { createRun, type Run } from '../run/create-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { RunError } from '../records/run-error.ts';
import type { RunEvent } from '../records/run-events.ts';
import { runFolders } from '../records/run-folders.ts';
import { isKilledGit } from '../sources/workspace-error.ts';
import type { Ending } from '../../machines/index.ts';
import type { SharedBudget } from '../loop/shared-budget.ts';
import { guideAgain } from './merge/finish-ready.ts';
import { startTask, type StartedTask } from './start-task.ts';
import { finishTask, defer } from './end-task.ts';
import type { ListContext } from './list-context.ts';
import type { TaskState } from './list-state.ts';

interface TaskOptions {
  readonly by: string;
  readonly until: string | undefined;
  readonly exitThreshold: GivenThreshold | null;
  readonly inspect: RunOptions['inspect'];
  /** An operator named this task. */
  readonly isAsked: boolean;
  readonly onEvent: (event: RunEvent) => void;
  /** Receives the run, so that it can be interrupted. */
  readonly onRun: (run: Run) => void;
  /** Shared by all runs of the list; `null` for none. */
  readonly budget: SharedBudget | null;
}

/**
 * A git that was killed costs its task one more try, and never the list.
 *
 * @returns how the list ends with it; `null` when it continues with the next task
 */
export const workOnTask = async (
  context: ListContext,
  { spec }: Pick<TaskState, 'spec'>,
  options: TaskOptions,
): Promise<Ending | null> => {
  for (let tries = 1; ; tries += 1) {
    const task = context.held.state().tasks.find((each) => each.spec === spec);
    if (task === undefined) throw new TypeError(`the list has no task ${spec}`);
    try {
      return await tryTask(context, task, options);
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

const tryTask = async (context: ListContext, task: TaskState, options: TaskOptions): Promise<Ending | null> => {
  const started = await startTask(context, task);
  if (started.is === 'aside') {
    await defer(context, task, started);
    return null;
  }
  const { config, run } = started;
  const { status, why } = started.is === 'over' ? started : await runTask(context, task, started, options);
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
const runTask = async (
  context: ListContext,
  task: TaskState,
  started: StartedRun,
  options: TaskOptions,
): Promise<Ending> => {
  const { config, run, resumed, wasCutOff } = started;
  const { by, until, exitThreshold, inspect, onEvent, onRun, isAsked, budget } = options;
  const advice = guideAgain(task, context.held.state().target);
  const which = resumed ? { resume: run, by, automatic: wasCutOff && !isAsked } : { id: run };
  try {
    const going = createRun({
      config,
      onEvent,
      now: context.now,
      ...which,
      ...(until === undefined ? {} : { until }),
      ...(exitThreshold === null ? {} : { exitThreshold }),
      ...(inspect === undefined ? {} : { inspect }),
      ...(budget === null ? {} : { budget }),
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
