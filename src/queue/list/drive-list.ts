/** Works on the tasks of a list to its end: as many at the same time as there are workers, each by a run of its own. */
import { existsSync } from 'node:fs';
import type { ListConfig } from '../../project/config/config.ts';
import { countBudget, type SharedBudget } from '../../loop/shared-budget.ts';
import { addCall, NO_SPENDING, type Spending } from '../../records/fold/spending.ts';
import { readSoundState } from '../../view/read-run.ts';
import type { ListState, TaskState } from './list-state.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { openRepository } from '../../commits/repository.ts';
import { ProofError } from '../../commits/commit-trailers.ts';
import { createRun } from '../../run/create-run.ts';
import { RunError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';
import { isKilledGit, onceMore } from '../../project/sources/workspace-error.ts';
import type { Ending } from '../../../machines/index.ts';
import { startTask, type StartedTask, defer } from './start-task.ts';
import { finishTask, finishOver } from './end-task.ts';
import type { ListContext } from './lock-list.ts';
import { chooseNext, endByWorst } from './choose-next.ts';
import { findMissingMerge, wordMissingMerge } from './merge/target.ts';

// The budget of a list: money, tokens and calls of all its runs together. After a crash it is read from their ledgers.

export const openBudget = async (limits: ListConfig['budget'], runs: ListState['runs']): Promise<SharedBudget> => {
  const { cost, tokens, callsPerHour: calls_per_hour } = limits;
  const words = { runs: 'The runs of the list', turns: 'turns of the list', key: (name: string) => `work.${name}` };
  return countBudget({ cost, tokens, calls_per_hour }, words, await readSpending(runs));
};

const readSpending = async (runs: ListState['runs']): Promise<Spending> => {
  let sum = NO_SPENDING;
  for (const { run, folder } of runs) {
    // Without it, its task is deferred for that reason.
    const { usage, spending } = (await readSoundState(folder, run)) ?? NO_USAGE;
    const { input_tokens = 0, output_tokens = 0, cost_usd = 0 } = usage.run ?? {};
    sum = {
      cost: sum.cost + (cost_usd ?? 0),
      tokens: sum.tokens + input_tokens + output_tokens,
      calls: spending.calls.reduce(addTurns, sum.calls),
    };
  }
  return sum;
};

const NO_USAGE = { usage: { run: null }, spending: NO_SPENDING };

const addTurns = (calls: Spending['calls'], [minute, turns]: readonly [number, number]): Spending['calls'] =>
  Array.from({ length: turns }).reduce<Spending['calls']>((sum) => addCall(sum, minute), calls);

/** A git that was killed costs its task one more try, never the list. @returns how the list ends, or `null` */
const workOnTask = async (context: ListContext, { spec }: Pick<TaskState, 'spec'>): Promise<Ending | null> => {
  const find = (): TaskState => {
    const task = context.held.state().tasks.find((each) => each.spec === spec);
    if (task === undefined) throw new TypeError(`the list has no task ${spec}`);
    return task;
  };
  try {
    return await onceMore(
      () => tryTask(context, find()),
      () => !context.isEnding(),
    );
  } catch (error) {
    if (!isKilledGit(error)) throw error;
    if (context.isEnding()) return { status: 'interrupted', why: 'Interrupted' };
    await defer(context, find(), { status: 'needs_human', why: error.message });
    return null;
  }
};

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

/** For the first prompt of the next run. */
const guideAgain = ({ reopened }: Pick<TaskState, 'reopened'>, target: string | null): string | null =>
  reopened === null
    ? null
    : [
        `An earlier run did this task on the branch ${reopened.branch} (${reopened.commit.slice(0, 12)}), but it could not be merged into ${target ?? 'the target'}: ${reopened.why}.`,
        'This run begins on the current target, with the work of the other tasks. Do the task again so that it fits to them.',
        `To read the earlier work, run: git diff ${target ?? 'HEAD'}...${reopened.branch}`,
      ].join('\n');

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

export const driveList = async (context: ListContext): Promise<Ending> => {
  const { held, asked: only, budget } = context;
  const workers = context.config.list?.workers ?? 1;
  const startedAt = context.now();
  const busy = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  let ending: Ending | null = await finishOver(context);
  let worked = 0;
  const begin = (task: TaskState): void => {
    worked += 1;
    const work = async (): Promise<void> => {
      try {
        const end = nameBudget(await workOnTask(context, task), budget);
        ending ??= end;
      } catch (error) {
        failures.push(error);
        if (failures.length === 1) context.stop();
      } finally {
        busy.delete(task.spec);
      }
    };
    busy.set(task.spec, work());
  };
  for (;;) {
    while (ending === null && failures.length === 0 && busy.size < workers) {
      if (only !== null && worked > 0) {
        if (busy.size === 0) ending = endOnly(context, only);
        break;
      }
      const step = chooseNext(held.state(), only, new Set(busy.keys()));
      if (step.do === 'rest') break;
      if (step.do === 'wait') {
        await defer(context, step.task, { status: 'waits', why: step.why });
        continue;
      }
      if (step.do === 'end') ending = step.as;
      else {
        ending = findEnd(context, startedAt, step.task) ?? (await endOfMissing(context));
        if (ending === null) begin(step.task);
      }
    }
    if (busy.size === 0) break;
    await Promise.race(busy.values());
  }
  if (failures.length > 0) throw failures[0];
  return ending ?? endByWorst(held.state());
};

/** Why no further task begins; `null`: it does. */
const findEnd = (
  { config, isEnding, now, budget }: ListContext,
  startedAt: Date,
  { name, ready }: TaskState,
): Ending | null => {
  if (isEnding()) return { status: 'interrupted', why: 'Interrupted' };
  const minutes = config.list?.minutes ?? Infinity;
  const isLate = now().getTime() - startedAt.getTime() >= minutes * 60_000;
  const why = isLate ? `The list used all of its ${minutes} minutes` : budget.reached();
  // A merge costs no turn.
  return why === null || (ready !== null && !isLate)
    ? null
    : { status: 'stuck', why: `${why}; dualgate run continues with ${name}` };
};

/** Every further task would be measured without that merge. */
const endOfMissing = async ({ config, held }: ListContext): Promise<Ending | null> => {
  if (held.state().target === null) return null;
  const missing = await findMissingMerge(await openRepository(config.folder), held.state());
  return missing === null ? null : { status: 'needs_human', why: wordMissingMerge(missing) };
};

/** A run that pauses because the budget is used up ends the list as stuck: it would pause again. */
const nameBudget = (end: Ending | null, budget: SharedBudget): Ending | null => {
  const why = end?.status === 'paused' ? budget.reached() : null;
  return why === null ? end : { status: 'stuck', why: `${why}; raise it, then dualgate run continues` };
};

/** The completion of a task that the operator named counts alone; else the list has the worst status of its tasks. */
const endOnly = ({ held }: ListContext, only: string): Ending => {
  const task = held.state().tasks.find(({ spec }) => spec === only);
  const all = endByWorst(held.state());
  if (task?.is !== 'done' || all.status === 'completed') return all;
  const isMore = chooseNext(held.state()).do !== 'end';
  return {
    status: 'paused',
    why: `${task.name} is done; ${isMore ? 'dualgate run continues with the list' : all.why}`,
  };
};
