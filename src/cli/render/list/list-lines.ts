/**
 * The news of a list of work as lines, the same live and in a pipe; and which events are of a list. Pure.
 *
 * @module
 */
import type { ListEvent } from '../../../work/list-events.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import { type Paint, plain } from '../text/paint.ts';
import { nameStatus } from '../settled.ts';
import { showCount } from '../../../text/amounts.ts';

export const isOfList = (event: RunEvent | ListEvent): event is ListEvent => /^(?:list|task)\./.test(event.type);

export const renderListEvent = (event: ListEvent, { strong, good, bad, warn, faint }: Paint): readonly string[] => {
  switch (event.type) {
    case 'list.started': {
      const { tasks, done_before: done, resumed, run } = event;
      return [
        `${resumed ? 'going on with' : 'list'} ${strong(run)}: ${showCount(tasks.length, 'task')}`,
        ...(done.length === 0 || resumed ? [] : [faint(`done before, left out: ${done.map(plain).join(', ')}`)]),
      ];
    }
    case 'task.begun': {
      const again = event.attempt > 1 ? `, attempt ${event.attempt} of ${event.attempts}` : '';
      return [
        '',
        strong(`task ${event.number} of ${event.of}: ${plain(event.name)}${again}${event.resumed ? ', goes on' : ''}`),
      ];
    }
    case 'task.done': {
      const { marked, branch } = event;
      const where = branch === null ? '' : ` on ${plain(branch)}`;
      return [
        good(`✓ task ${event.number} of ${event.of} is done${where}: ${plain(event.name)}`),
        ...(marked.how === null ? [warn(`  its file was not marked: ${plain(marked.why)}`)] : []),
      ];
    }
    case 'task.put_aside': {
      const { status, failures, attempts, again, kept } = event;
      const times = status === 'stuck' ? ` (${failures} of ${attempts}${again ? ', tried again at the end' : ''})` : '';
      return [
        bad(`✗ task ${event.number} of ${event.of} is put aside: ${plain(event.name)} ${nameAside(status)}${times}`),
        `  ${plain(event.why)}`,
        ...(kept === null ? [] : [faint(`  its unfinished work is kept in git as ${plain(kept)}`)]),
      ];
    }
    case 'list.notice':
      return [plain(event.text)];
    case 'list.settled': {
      const line = `list ${nameStatus(event.status)}: ${plain(event.why)}`;
      return ['', event.exit_code === 0 ? good(`✓ ${line}`) : bad(`✗ ${line}`)];
    }
  }
};

type Aside = Extract<ListEvent, { readonly type: 'task.put_aside' }>['status'];

/** After the name of the task. */
export const nameAside = (status: Aside): string =>
  ({
    stuck: 'is stuck',
    needs_human: 'needs a person',
    aborted: 'was aborted',
    changed: 'is not what it was',
    waits: 'waits',
  })[status];
