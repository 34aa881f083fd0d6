/**
 * The status of a task list, for people, and its plan; pure.
 *
 * @module
 */
import type { ListStatus, TaskStatus } from '../../../work/describe-list.ts';
import { stepsOfList } from '../../../work/steps-of-list.ts';
import type { TasksFound } from '../../../work/read-tasks.ts';
import { nameAside } from './list-lines.ts';
import { joinPlain, plain } from '../text/paint.ts';
import { nameStatus } from '../../../records/events/words.ts';

/**
 * @param going - whether it is active
 * @param beginning - whether the run of the active task has no record yet
 */
export const renderListStatus = (status: ListStatus, going: boolean, starting = false): string => {
  const { list, tasks } = status;
  const left = tasks.filter(({ is }) => is !== 'done');
  const steps = going ? [] : stepsOfList(status);
  return joinPlain([
    `list ${list}: ${nameState(status, going)}, ${tasks.length - left.length} of ${tasks.length} tasks done`,
    ...tasks.flatMap((task, i) => renderTask(task, i + 1, status.attempts, going && starting)),
    ...(status.done_before.length === 0 ? [] : [`already done: ${status.done_before.join(', ')}`]),
    ...(steps.length === 0 ? [] : ['Next:']),
    ...steps.map(({ command, what }) => `  ${command.padEnd(28)} ${what}`),
    '',
  ]);
};

const nameState = ({ ending }: ListStatus, going: boolean): string => {
  if (going) return 'active';
  return ending === null ? 'crashed: the process ended without recording a result' : nameStatus(ending.status);
};

const SIGNS = { waiting: '·', going: '▶', aside: '✗', done: '✓' } as const;

const renderTask = (task: TaskStatus, number: number, attempts: number, starting: boolean): readonly string[] => {
  const { name, is, aside, branch, kept, unmarked, needs, run, merged, ready } = task;
  const into = merged === undefined ? '' : `, merged into ${merged.into}`;
  const again = aside?.again === true ? `, attempt ${task.failures} of ${attempts}; dualgate tries it again` : '';
  const says = {
    waiting: needs.length === 0 ? '' : `  needs ${needs.join(', ')}`,
    going: `  ${starting ? 'starting: ' : ''}run ${run ?? ''}${ready === true ? ', waits to be merged' : ''}`,
    aside: aside === null ? '' : `  ${nameAside(aside.status)}${again}`,
    done: branch === null ? '' : `  on ${branch}${into}`,
  }[is];
  return [
    `  ${SIGNS[is]} ${number} ${name}${says}`,
    ...(aside === null ? [] : [`      ${plain(aside.why)}`]),
    ...(aside === null || kept === null ? [] : [`      its unfinished work: ${kept}`]),
    ...(unmarked === null ? [] : [`      its file was not marked: ${plain(unmarked)}`]),
  ];
};

/** The tasks of a list, for `run --dry-run`. */
export const renderTasks = ({ tasks, doneBefore }: TasksFound): string =>
  joinPlain([
    `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'}, in this order:`,
    ...tasks.map(({ spec, name, needs }, i) => {
      const also = name === spec ? '' : `  (${spec})`;
      return `  ${i + 1} ${name}${also}${needs.length === 0 ? '' : `  needs ${needs.join(', ')}`}`;
    }),
    ...(doneBefore.length === 0 ? [] : [`already done: ${doneBefore.map(({ spec }) => spec).join(', ')}`]),
    '',
  ]);
