/**
 * The live lines of a task list with several workers: how many tasks are done, and one line for each active run. Pure, but for
 * the names that it follows.
 *
 * @module
 */
import type { ListEvent } from '../../../work/list-events.ts';
import { type Paint, plain } from '../text/paint.ts';
import { cutTo } from '../text/display-width.ts';
import { renderLine, type Room } from './block.ts';
import type { Live } from '../../../view/live.ts';

export interface Workers {
  readonly follow: (event: ListEvent) => void;
  /** Before each line of a run; empty where one runs at a time. */
  readonly labelOf: (run: string) => string;
  readonly areSeveral: () => boolean;
  readonly counts: () => { readonly done: number; readonly of: number; readonly merging: string | null };
  readonly end: () => void;
}

/** Characters of a name before a line. */
const MAX_NAME = 24;

export const followWorkers = (): Workers => {
  const names = new Map<string, string>();
  let [several, done, of] = [false, 0, 0];
  let merging: string | null = null;
  return {
    follow: (event) => {
      if (event.type === 'list.started')
        [several, done, of] = [(event.workers ?? 1) > 1, event.done ?? 0, event.tasks.length];
      if (event.type === 'task.started') names.set(event.task_run, plain(event.name));
      if (event.type === 'task.done') done += 1;
      if (event.type === 'task.merging') merging = plain(event.name);
      else if (event.type !== 'task.started' && event.type !== 'list.notice') merging = null;
    },
    labelOf: (run) => {
      const name = several ? names.get(run) : undefined;
      return name === undefined ? '' : `[${shorten(name)}] `;
    },
    areSeveral: () => several,
    counts: () => ({ done, of, merging }),
    end: () => {
      several = false;
    },
  };
};

/** Its end tells specs apart. */
const shorten = (name: string): string => (name.length <= MAX_NAME ? name : `…${name.slice(1 - MAX_NAME)}`);

/** Lines that must stay free above. */
const FREE_ROWS = 4;

/** A line of the list, and one of each run; without room, the runs that are left out are counted. */
export const renderWorkers = (
  { labelOf, counts }: Pick<Workers, 'labelOf' | 'counts'>,
  lives: ReadonlyMap<string, Live>,
  now: number,
  room: Room,
  paint: Paint,
): readonly string[] => {
  const columns = Math.max(1, room.columns - 1);
  const { done, of, merging } = counts();
  const head = `${done} of ${of} tasks done, ${lives.size} active${merging === null ? '' : `, merging ${merging}`}`;
  const most = Math.max(1, room.rows - FREE_ROWS);
  const lines = [...lives].map(([run, live]) => `${labelOf(run)}${renderLine(live, now)}`);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`] : lines;
  return [paint.strong(cutTo(head, columns)), ...shown.map((line) => cutTo(line, columns))];
};
