/**
 * Events of a task list as lines, live and in a pipe; and which events belong to a list. Pure.
 *
 * @module
 */
import type { ListEvent } from '../../../work/list-events.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import { type Paint, plain } from '../text/paint.ts';
import { nameStatus } from '../../../records/events/words.ts';
import { showCount } from '../../../text/amounts.ts';

export const isOfList = (event: RunEvent | ListEvent): event is ListEvent => /^(?:list|task)\./.test(event.type);

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
        bad(`✗ task ${event.number} of ${event.of} is deferred: ${plain(event.name)} ${nameAside(status)}${times}`),
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

type Deferred = Extract<ListEvent, { readonly type: 'task.deferred' }>['status'];

/** After the name of the task. */
export const nameAside = (status: Deferred): string =>
  ({
    stuck: 'is stuck',
    needs_human: 'needs human input',
    aborted: 'was aborted',
    changed: 'has changed',
    waits: 'waits',
  })[status];
