/**
 * A task that is done on its branch: merged, or opened again on the target with the reason, or deferred for a person.
 */
import type { Ending } from '../../../../machines/index.ts';
import { type ListContext, nameTask } from '../lock-list.ts';
import type { TaskState } from '../list-state.ts';
import { defer, noteDone } from '../start-task.ts';
import { mergeBack, type ReadyTask } from './merge-back.ts';

/** Merges it when every earlier merge is over. @returns how the list ends with it; `null` when it continues */
export const finishReady = (context: ListContext, ready: ReadyTask): Promise<Ending | null> =>
  context.inTurn(async () => {
    const { abort, isEnding } = context;
    const { task, folder: _, ...done } = ready;
    if (isEnding()) return { status: 'interrupted', why: 'Interrupted' };
    const merging = await mergeBack(context, ready);
    switch (merging.is) {
      case 'cut off':
        return { status: 'interrupted', why: abort.aborted ? 'Interrupted' : 'The measurement was cut off' };
      case 'hindered':
        return {
          status: 'needs_human',
          why: `${task.name} is done on ${done.branch} and waits to be merged. ${merging.why}`,
        };
      case 'merged':
        noteDone(context, task, { ...done, merged: { commit: merging.commit, into: merging.into } });
        return null;
      case 'refused':
        await refuse(context, ready, merging.why);
        return null;
    }
  });

/** As often as a task may end stuck. A branch that an operator named is always tried once more. */
const refuse = async (context: ListContext, { task, run, branch, commit }: ReadyTask, why: string): Promise<void> => {
  const { held, emit, asked } = context;
  const { attempts } = held.state();
  const refusals = (task.reopened?.refusals ?? 0) + 1;
  if (refusals >= attempts && asked !== task.spec)
    return defer(context, task, {
      status: 'needs_human',
      why: `Its branch ${branch} could not be merged (attempt ${refusals} of ${attempts}): ${why}`,
    });
  held.write('task.reopened', { task: task.spec, run, branch, commit, why, refusals });
  emit({ type: 'task.reopened', ...nameTask(context, task), task_run: run, branch, why, refusals, attempts });
};

/** For the first prompt of the next run. */
export const guideAgain = ({ reopened }: Pick<TaskState, 'reopened'>, target: string | null): string | null =>
  reopened === null
    ? null
    : [
        `An earlier run did this task on the branch ${reopened.branch} (${reopened.commit.slice(0, 12)}), but it could not be merged into ${target ?? 'the target'}: ${reopened.why}.`,
        'This run begins on the current target, with the work of the other tasks. Do the task again so that it fits to them.',
        `To read the earlier work, run: git diff ${target ?? 'HEAD'}...${reopened.branch}`,
      ].join('\n');
