/**
 * The tasks of a list of work as the page shows them: what became of each in a sign and a word, and below it why, where its work is,
 * and how it goes on.
 *
 * @module
 */
import type { PageList, PageTask } from '../page-data.ts';
import type { Shown } from './standing.ts';

interface TaskLine {
  /** Before the text; '' for none. */
  readonly label: string;
  readonly text: string;
  /** Names of git, and what is typed. */
  readonly isCode: boolean;
}

export interface TaskRow {
  readonly task: string;
  readonly name: string;
  readonly run: string | null;
  readonly shown: Shown;
  readonly lines: readonly TaskLine[];
}

export const listTaskRows = ({ tasks, standing }: PageList): readonly TaskRow[] =>
  tasks.map((task) => ({
    task: task.task,
    name: task.name,
    run: task.run,
    shown: showTask(task, standing === 'running'),
    lines: linesOf(task),
  }));

/** `2 of 5 done`. */
export const countDone = ({ tasks }: PageList): string =>
  `${tasks.filter(({ is }) => is === 'done').length} of ${tasks.length} done`;

const ASIDE: Readonly<Record<NonNullable<PageTask['aside']>['status'], Shown>> = {
  stuck: { sign: '✗', word: 'stuck', tone: 'bad' },
  needs_human: { sign: '!', word: 'needs a person', tone: 'warn' },
  aborted: { sign: '✗', word: 'aborted', tone: 'bad' },
  changed: { sign: '!', word: 'its spec was changed', tone: 'warn' },
  waits: { sign: '‖', word: 'waits for another', tone: 'plain' },
};

const showTask = ({ is, aside, forced }: PageTask, isGoing: boolean): Shown => {
  if (aside !== null) {
    const shown = ASIDE[aside.status];
    return aside.again ? { ...shown, word: `${shown.word}, tried again` } : shown;
  }
  if (is === 'done')
    return forced ? { sign: '»', word: 'done, forced', tone: 'warn' } : { sign: '✓', word: 'done', tone: 'good' };
  if (is === 'going')
    return isGoing
      ? { sign: '●', word: 'worked at', tone: 'active' }
      : { sign: '‖', word: 'begun, not ended', tone: 'warn' };
  return { sign: '○', word: 'not begun', tone: 'plain' };
};

const linesOf = ({ name, task, needs, is, aside, kept, branch, unmarked, resume }: PageTask): readonly TaskLine[] => {
  const say = (label: string, text: string | null, isCode = false): readonly TaskLine[] =>
    text === null || text === '' ? [] : [{ label, text, isCode }];
  return [
    ...say('', name === task ? null : task),
    ...say('', aside?.why ?? null),
    ...say('needs', is === 'waiting' ? needs.join(', ') : null),
    ...say('its unfinished work:', kept, true),
    ...say('its file was not marked:', unmarked),
    ...say('on', branch, true),
    ...say('next:', resume, true),
  ];
};
