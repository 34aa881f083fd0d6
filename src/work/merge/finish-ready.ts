/**
 * A task that is done on its branch: merged, or opened again on the target with the reason, or deferred for a person.
 *
 * @module
 */
import type { Ending } from '../../../machines/index.ts';
import { type ListContext, nameTask } from '../list-context.ts';
import type { TaskDone } from '../list-record.ts';
import type { TaskState } from '../list-state.ts';
import { type Merging, mergeBack } from './merge-back.ts';

interface Ready extends Omit<TaskDone, 'task'> {
  readonly commit: string;
  readonly branch: string;
  /** The folder of the run. */
  readonly folder: string;
}

/** Merges it when every earlier merge is over. @returns how the list ends with it; `null` when it continues */
export const finishReady = (context: ListContext, task: TaskState, ready: Ready): Promise<Ending | null> =>
  context.inTurn(async () => {
    const { held, emit, abort } = context;
    const { folder, ...done } = ready;
    if (context.isEnding()) return { status: 'interrupted', why: 'Interrupted' };
    const { run, commit, branch } = done;
    const merging: Merging = await mergeBack(context, { task, run, folder, branch, commit });
    switch (merging.is) {
      case 'cut off':
        return { status: 'interrupted', why: abort.aborted ? 'Interrupted' : 'The measurement was cut off' };
      case 'hindered':
        return {
          status: 'needs_human',
          why: `${task.name} is done on ${branch} and waits to be merged. ${merging.why}`,
        };
      case 'merged': {
        const merged = { commit: merging.commit, into: merging.into };
        held.write('task.done', { task: task.spec, ...done, merged });
        emit({
          type: 'task.done',
          ...nameTask(context, task),
          task_run: run,
          commit,
          branch,
          marked: done.marked,
          merged,
        });
        return null;
      }
      case 'refused':
        refuse(context, task, { ...done, why: merging.why });
        return null;
    }
  });

/** As often as a task may end stuck. A branch that an operator named is always tried once more. */
const refuse = (
  context: ListContext,
  task: TaskState,
  ready: Omit<Ready, 'folder'> & { readonly why: string },
): void => {
  const { held, emit } = context;
  const { run, branch, commit, why } = ready;
  const { attempts } = held.state();
  const refusals = (task.reopened?.refusals ?? 0) + 1;
  if (refusals < attempts || context.asked === task.spec) {
    held.write('task.reopened', { task: task.spec, run, branch, commit, why, refusals });
    return emit({ type: 'task.reopened', ...nameTask(context, task), task_run: run, branch, why, refusals, attempts });
  }
  const says = `Its branch ${branch} could not be merged (attempt ${refusals} of ${attempts}): ${why}`;
  const { failures, kept } = task;
  held.write('task.deferred', { task: task.spec, status: 'needs_human', why: says, failures, again: false, kept });
  emit({
    type: 'task.deferred',
    ...nameTask(context, task),
    status: 'needs_human',
    why: says,
    failures,
    attempts,
    again: false,
    kept,
  });
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
