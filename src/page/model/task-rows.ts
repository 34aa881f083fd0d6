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

/** The worst ones first: a person is needed, then the active ones, then those that wait; in their order. */
export const listTaskRows = ({ tasks, status }: PageList): readonly TaskRow[] =>
  tasks
    .map((task) => ({ task, rank: rankOf(task) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ task }) => ({
      task: task.task,
      name: task.name,
      run: task.run,
      shown: showTask(task, status === 'running'),
      lines: linesOf(task),
    }));

/** `2 of 4 done · 1 needs you · 1 running`. */
export const countTasks = ({ tasks, status }: PageList): string => {
  const count = (fits: (task: PageTask) => boolean): number => tasks.filter(fits).length;
  const [asking, going] = [count(needsPerson), count(({ is, aside }) => is === 'going' && aside === null)];
  return [
    `${count(({ is }) => is === 'done')} of ${tasks.length} done`,
    ...(asking === 0 ? [] : [`${asking} ${asking === 1 ? 'needs' : 'need'} you`]),
    ...(going === 0 ? [] : [status === 'running' ? `${going} running` : `${going} started, not ended`]),
  ].join(' · ');
};

/** The run to look at first: of the worst task that has one; null without any. */
export const worstRun = (list: PageList): string | null =>
  listTaskRows(list).find(({ run }) => run !== null)?.run ?? null;

/** It is not tried again by itself, and waits for no other task. */
const needsPerson = ({ aside }: PageTask): boolean => aside !== null && !aside.again && aside.status !== 'waits';

const rankOf = (task: PageTask): number => {
  if (needsPerson(task)) return 0;
  if (task.aside !== null) return 1;
  return { going: 2, waiting: 3, aside: 1, done: 4 }[task.is];
};

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
