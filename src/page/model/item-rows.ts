/**
 * Work items as rows: the phase of each as a sign and a word, with the holder of its lease, its run, and the way to
 * continue. Pure.
 *
 * @module
 */
import { showClock } from '../../text/amounts.ts';
import type { PageItem, PageItems } from '../page-data.ts';
import type { Shown } from './status-labels.ts';
import type { TaskRow } from './task-rows.ts';

export const listItemRows = ({ items }: PageItems): readonly TaskRow[] =>
  items.map((item) => ({
    task: item.item,
    name: item.item,
    run: item.run,
    shown: showItem(item),
    lines: linesOf(item),
  }));

/** `2 of 5 completed`; '' without an item. */
export const countItems = ({ items, total }: PageItems): string => {
  if (total === 0) return '';
  if (items.length < total) return `${items.length} of ${total} shown; dualgate work list shows all`;
  return `${items.filter(({ phase }) => phase === 'COMPLETED').length} of ${total} completed`;
};

/** Why there are no rows; '' when there are. */
export const describeNone = ({ total, problem }: PageItems): string => {
  if (problem !== null) return problem;
  return total === 0 ? 'There is no work item. Add one with dualgate work add ITEM --spec FILE.' : '';
};

const showItem = ({ phase, holder }: PageItem): Shown => {
  if (phase === 'COMPLETED') return { sign: '✓', word: phase, tone: 'good' };
  if (phase === 'BLOCKED') return { sign: '!', word: phase, tone: 'warn' };
  return holder === null ? { sign: '○', word: phase, tone: 'plain' } : { sign: '●', word: phase, tone: 'active' };
};

const linesOf = ({ item, title, phase, holder, blocked, run, branch }: PageItem): TaskRow['lines'] => {
  const say = (label: string, text: string | null, isCode = false): TaskRow['lines'] =>
    text === null || text === '' ? [] : [{ label, text, isCode }];
  return [
    ...say('', title),
    ...say('held by', holder === null ? null : `${holder.session}, until ${showClock(holder.until)}`),
    ...say('', holder !== null || blocked !== null || phase === 'COMPLETED' ? null : 'free'),
    ...say('blocked in', blocked === null ? null : `${blocked.in}: ${blocked.reason}`),
    ...say('run', run, true),
    ...say('on', branch, true),
    ...say('next:', blocked === null ? null : `dualgate work unblock ${item} -m "why"`, true),
  ];
};
