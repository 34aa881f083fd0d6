/**
 * The tasks of a task list: the state of each as a sign and a word, with the reason, the place of its work, and the way
 * to continue.
 *
 * @module
 */
import type { PageList, PageTask } from '../page-data.ts';
import type { Shown } from './status-labels.ts';

interface TaskLine {
  /** Before the text; '' for none. */
  readonly label: string;
  readonly text: string;
  /** Names in git, and commands. */
  readonly isCode: boolean;
}

export interface TaskRow {
  readonly task: string;
  readonly name: string;
  readonly run: string | null;
  readonly shown: Shown;
  readonly lines: readonly TaskLine[];
}

export const listTaskRows = ({ tasks, status }: PageList): readonly TaskRow[] =>
  tasks.map((task) => ({
    task: task.task,
    name: task.name,
    run: task.run,
    shown: showTask(task, status === 'running'),
    lines: linesOf(task),
  }));

/** `2 of 5 done`. */
export const countDone = ({ tasks }: PageList): string =>
  `${tasks.filter(({ is }) => is === 'done').length} of ${tasks.length} done`;

const ASIDE: Readonly<Record<NonNullable<PageTask['aside']>['status'], Shown>> = {
  stuck: { sign: '✗', word: 'stuck', tone: 'bad' },
  needs_human: { sign: '!', word: 'needs human input', tone: 'warn' },
  aborted: { sign: '✗', word: 'aborted', tone: 'bad' },
  changed: { sign: '!', word: 'spec changed', tone: 'warn' },
  waits: { sign: '‖', word: 'waiting for another task', tone: 'plain' },
};

const showTask = ({ is, aside, forced, ready }: PageTask, isGoing: boolean): Shown => {
  if (aside !== null) {
    const shown = ASIDE[aside.status];
    return aside.again ? { ...shown, word: `${shown.word}, will be tried again` } : shown;
  }
  if (is === 'done')
    return forced ? { sign: '»', word: 'done, forced exit', tone: 'warn' } : { sign: '✓', word: 'done', tone: 'good' };
  if (ready === true) return { sign: '‖', word: 'done on its branch, waits to be merged', tone: 'active' };
  if (is === 'going')
    return isGoing
      ? { sign: '●', word: 'active', tone: 'active' }
      : { sign: '‖', word: 'started, not ended', tone: 'warn' };
  return { sign: '○', word: 'not started', tone: 'plain' };
};

const linesOf = (shown: PageTask): readonly TaskLine[] => {
  const { name, task, needs, is, aside, kept, branch, merged, unmarked, resume } = shown;
  const say = (label: string, text: string | null, isCode = false): readonly TaskLine[] =>
    text === null || text === '' ? [] : [{ label, text, isCode }];
  return [
    ...say('', name === task ? null : task),
    ...say('', aside?.why ?? null),
    ...say('needs', is === 'waiting' ? needs.join(', ') : null),
    ...say('its unfinished work:', kept, true),
    ...say('its file was not marked:', unmarked),
    ...say('on', branch, true),
    ...say('merged into', merged === undefined ? null : `${merged.into} as ${merged.commit.slice(0, 12)}`, true),
    ...say('next:', resume, true),
  ];
};
