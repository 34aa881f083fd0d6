/** Events of a task list as lines, live and in a pipe; and which events belong to a list. Pure. */
import type { ListEvent } from '../../queue/list/list-events.ts';
import { type Paint, plain, joinPlain } from './paint.ts';
import { nameStatus } from '../../records/events/say-command.ts';
import { showCount } from '../../base/text/amounts.ts';
import { type ListStatus, type TaskStatus, stepsOfList } from '../../queue/list/describe-list.ts';
import { DEFERRED } from '../../queue/list/list-record.ts';
import type { TasksFound } from '../../queue/list/open-list.ts';

export const renderListEvent = (event: ListEvent, { strong, good, bad, warn, faint }: Paint): readonly string[] => {
  switch (event.type) {
    case 'list.started': {
      const { tasks, done_before: done, resumed, run, workers } = event;
      const by = workers === undefined ? '' : `, ${workers} at the same time`;
      return [
        `${resumed ? 'resumed list' : 'list'} ${strong(run)}: ${showCount(tasks.length, 'task')}${by}`,
        ...(done.length === 0 || resumed ? [] : [faint(`already done: ${done.map(plain).join(', ')}`)]),
      ];
    }
    case 'task.started': {
      const again = event.attempt > 1 ? `, attempt ${event.attempt} of ${event.attempts}` : '';
      return [
        '',
        strong(`task ${event.number} of ${event.of}: ${plain(event.name)}${again}${event.resumed ? ', resumed' : ''}`),
      ];
    }
    case 'task.merging':
      return [
        `merging task ${event.number} of ${event.of}, ${plain(event.branch)}, into ${plain(event.into)}: ${plain(event.name)}`,
      ];
    case 'task.reopened':
      return [
        warn(
          `task ${event.number} of ${event.of} begins again (${event.refusals} of ${event.attempts}): ${plain(event.name)}`,
        ),
        `  ${plain(event.branch)} could not be merged: ${plain(event.why)}`,
      ];
    case 'task.done': {
      const { marked, branch, merged } = event;
      const into = merged === undefined ? '' : `, merged into ${plain(merged.into)}`;
      const where = branch === null ? '' : ` on ${plain(branch)}${into}`;
      return [
        good(`✓ task ${event.number} of ${event.of} is done${where}: ${plain(event.name)}`),
        ...(marked.how === null ? [warn(`  its file was not marked: ${plain(marked.why)}`)] : []),
      ];
    }
    case 'task.deferred': {
      const { status, failures, attempts, again, kept } = event;
      const times =
        status === 'stuck'
          ? ` (attempt ${failures} of ${attempts}${again ? '; dualgate tries it again at the end' : ''})`
          : '';
      return [
        bad(`✗ task ${event.number} of ${event.of} is deferred: ${plain(event.name)} ${DEFERRED[status]}${times}`),
        `  ${plain(event.why)}`,
        ...(kept === null ? [] : [faint(`  its unfinished work is in git as ${plain(kept)}`)]),
      ];
    }
    case 'list.notice':
      return [plain(event.text)];
    case 'list.ended': {
      const line = `list ${nameStatus(event.status)}: ${plain(event.why)}`;
      return ['', event.exit_code === 0 ? good(`✓ ${line}`) : bad(`✗ ${line}`)];
    }
  }
};

/** @param going - whether it is active @param starting - whether the run of the active task has no record yet */
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
    aside: aside === null ? '' : `  ${DEFERRED[aside.status]}${again}`,
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
