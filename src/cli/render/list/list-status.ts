/**
 * Where a list of work stands, for people, and what it would do; pure.
 *
 * @module
 */
import type { ListStatus, TaskStatus } from '../../../work/describe-list.ts';
import { stepsOfList } from '../../../work/steps-of-list.ts';
import type { TasksFound } from '../../../work/read-tasks.ts';
import { nameAside } from './list-lines.ts';
import { joinPlain, plain } from '../text/paint.ts';
import { nameStatus } from '../settled.ts';

/**
 * @param going - whether a process works on it
 * @param beginning - whether the run of the task that goes on has yet to say anything
 */
export const renderListStatus = (status: ListStatus, going: boolean, beginning = false): string => {
  const { list, tasks } = status;
  const left = tasks.filter(({ is }) => is !== 'done');
  const steps = going ? [] : stepsOfList(status);
  return joinPlain([
    `list ${list}: ${nameState(status, going)}, ${tasks.length - left.length} of ${tasks.length} tasks done`,
    ...tasks.flatMap((task, i) => renderTask(task, i + 1, status.attempts, going && beginning)),
    ...(status.done_before.length === 0 ? [] : [`done before: ${status.done_before.join(', ')}`]),
    ...(steps.length === 0 ? [] : ['Next:']),
    ...steps.map(({ command, what }) => `  ${command.padEnd(28)} ${what}`),
    '',
  ]);
};

const nameState = ({ settled }: ListStatus, going: boolean): string => {
  if (going) return 'going on';
  return settled === null ? 'ended in the midst of its work, as a killed one does' : nameStatus(settled.status);
};

const SIGNS = { waiting: '·', going: '▶', aside: '✗', done: '✓' } as const;

const renderTask = (task: TaskStatus, number: number, attempts: number, beginning: boolean): readonly string[] => {
  const { name, is, aside, branch, kept, unmarked, needs, run } = task;
  const again = aside?.again === true ? `, ${task.failures} of ${attempts}, tried again` : '';
  const says = {
    waiting: needs.length === 0 ? '' : `  needs ${needs.join(', ')}`,
    going: `  ${beginning ? 'is beginning: ' : ''}run ${run ?? ''}`,
    aside: aside === null ? '' : `  ${nameAside(aside.status)}${again}`,
    done: branch === null ? '' : `  on ${branch}`,
  }[is];
  return [
    `  ${SIGNS[is]} ${number} ${name}${says}`,
    ...(aside === null ? [] : [`      ${plain(aside.why)}`]),
    ...(aside === null || kept === null ? [] : [`      its unfinished work: ${kept}`]),
    ...(unmarked === null ? [] : [`      its file was not marked: ${plain(unmarked)}`]),
  ];
};

/** What `run --dry-run` says of a list before it says anything of its first task. */
export const renderTasks = ({ tasks, doneBefore }: TasksFound): string =>
  joinPlain([
    `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, in this order:`,
    ...tasks.map(({ spec, name, needs }, i) => {
      const also = name === spec ? '' : `  (${spec})`;
      return `  ${i + 1} ${name}${also}${needs.length === 0 ? '' : `  needs ${needs.join(', ')}`}`;
    }),
    ...(doneBefore.length === 0
      ? []
      : [`left out, since they are done: ${doneBefore.map(({ spec }) => spec).join(', ')}`]),
    '',
  ]);
