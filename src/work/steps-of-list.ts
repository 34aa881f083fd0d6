/**
 * The commands for an inactive list, best first. Pure.
 *
 * @module
 */
import type { NextStep } from '../view/steps-after-hold.ts';
import type { ListStatus, TaskStatus } from './describe-list.ts';
import type { MissingMerge } from './merge/missing-merge.ts';

/** None when all is done. */
export const stepsOfList = (status: Pick<ListStatus, 'tasks' | 'ending' | 'missing_merge'>): readonly NextStep[] => {
  const { missing_merge: missing } = status;
  const left = status.tasks.filter(({ is }) => is !== 'done');
  const isMendable = left.some(({ aside }) => aside !== null && aside.status !== 'waits' && aside.status !== 'aborted');
  const steps = [
    ...(missing === undefined ? [] : [bringBack(missing)]),
    ...(isMendable ? [RESUME] : []),
    ...(goesOn(status) ? [RUN] : []),
    NEW,
  ];
  return left.length === 0 ? [] : steps;
};

const bringBack = ({ name, commit, into }: MissingMerge): NextStep => ({
  command: `git merge ${commit.slice(0, 12)}`,
  what: `on ${into}: bring back the merge of ${name}`,
});
const RESUME = {
  command: 'dualgate resume TASK',
  what: 'resume a deferred task when its cause is fixed',
};
const RUN = { command: 'dualgate run', what: 'resume the list' };
const NEW = { command: 'dualgate run --new', what: 'start another list, with the files as they are' };

/** Whether `dualgate run` would do anything. */
const goesOn = ({ tasks, ending }: Pick<ListStatus, 'tasks' | 'ending'>): boolean => {
  const isOpen = (need: string) => tasks.some(({ task, is }) => task === need && is !== 'done');
  const waitsNoMore = (task: TaskStatus) => task.aside?.status === 'waits' && !task.needs.some(isOpen);
  const mayGoOn = (task: TaskStatus) => task.is === 'waiting' || task.is === 'going' || task.aside?.again === true;
  return ending === null || tasks.some((task) => mayGoOn(task) || waitsNoMore(task));
};
