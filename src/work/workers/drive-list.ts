/**
 * Works on the tasks of a list to its end: as many at the same time as there are workers, each by a run of its own. One worker
 * is the same code.
 *
 * @module
 */
import type { Ending } from '../../../machines/index.ts';
import { chooseNext, endByWorst } from '../choose-next.ts';
import { finishOver } from '../end-task.ts';
import { defer } from '../note-task.ts';
import type { ListContext } from '../list-context.ts';
import type { TaskState } from '../list-state.ts';
import { findMissingMerge, wordMissingMerge } from '../merge/missing-merge.ts';
import { openRepository } from '../../proof/repository.ts';
import { workOnTask } from '../work-on-task.ts';
import type { SharedBudget } from '../../loop/shared-budget.ts';

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
        // The first one names the reason.
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

/**
 * If the operator named one task, its completion counts, in any state of the others; else the list has the worst
 * status of its tasks.
 */
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
