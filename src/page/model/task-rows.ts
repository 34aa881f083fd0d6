/** Tasks of a list as rows: the state as a sign and a word, the reason, the place of the work, the way to continue. */
import type { WaitReason } from '../../../machines/index.ts';
import type { RunWait } from '../../records/fold/run-sums.ts';
import { waitAt } from '../../view/status-name.ts';
import { showClock, showDuration } from '../../base/text/amounts.ts';
import type { AwaitedApproval } from '../../records/fold/open-approval.ts';
import { type Live, sayDoing } from '../../view/live.ts';
import type { Position } from '../../records/fold/work-position.ts';
import type { Shown } from './status-labels.ts';
import { DOING, sayStep } from '../../view/say-step.ts';
import { beginSentence } from '../../base/text/plain-line.ts';
import type { RunView } from './run-view.ts';
import type { PageList, PageTask, PageItem, PageItems } from '../page-data.ts';

/** Why an active run waits. From the events of the loop, or from the status of the run if the page gets no events. */
export interface Rest {
  readonly for: WaitReason | 'person';
  /** ISO 8601; null of a person. */
  readonly until: string | null;
  readonly why: string;
}

/** @param now - milliseconds of the epoch @returns null while the run works, and of one that is not active */
export const findRest = (
  view: {
    readonly head: { readonly going: boolean };
    readonly position: Position;
    readonly waits: RunWait | null;
    readonly approval: AwaitedApproval | null;
  },
  live: Live | null,
  now: number,
): Rest | null => {
  const { head, position, waits, approval } = view;
  if (!head.going) return null;
  if (position.state === 'halted') return { for: 'person', until: null, why: position.why };
  if (live !== null && live.wait !== null) return live.wait;
  if (approval !== null && approval.answer === undefined) return { for: 'approval', until: null, why: approval.says };
  return waitAt(waits, { isGoing: true, now });
};

export const RESTS: Readonly<Record<Rest['for'], Shown>> = {
  breaker: { sign: '‖', word: 'cooling down', tone: 'warn' },
  provider: { sign: '‖', word: 'waiting for the provider', tone: 'warn' },
  retry: { sign: '‖', word: 'waiting to retry', tone: 'warn' },
  calls: { sign: '‖', word: 'waiting for limits.calls_per_hour', tone: 'warn' },
  approval: { sign: '!', word: 'waiting for a person', tone: 'warn' },
  person: { sign: '!', word: 'waiting for an operator', tone: 'warn' },
};

/** `Until 14:03:07, 4 min 12 s remaining`; '' of a person. @param now - milliseconds of the epoch */
export const describeRest = ({ until }: Rest, now: number): string =>
  until === null ? '' : `until ${showClock(until)}, ${showDuration(remainingOf(until, now))} remaining`;

const remainingOf = (until: string, now: number): number => Math.max(0, Date.parse(until) - now);

// The activity of a run in one sentence: by the events of its loop, or by its records where none come. Pure.

/** `GREEN 3 of 10: the agent works for 2 min 40 s; last tests 2 passing; green runs 0 of 2`. @param now - milliseconds of the epoch */
export const sayDoingNow = ({ step, head }: Pick<RunView, 'step' | 'head'>, live: Live | null, now: number): string => {
  if (live === null)
    return step === null
      ? beginSentence(sayDoing(null))
      : sayStep({ ...step, doing: DOING[step.doing], ms: now - Date.parse(step.since) });
  const { phase, iteration, since, remaining } = live;
  if (phase === null || iteration === 0) return beginSentence(sayDoing(live));
  const isSame = step?.phase === phase && step.iteration === iteration;
  const wanted = head.phases.find((each) => each.phase === phase)?.green_runs_wanted ?? null;
  return sayStep({
    phase,
    iteration,
    of: remaining === null ? null : iteration + remaining.in_phase - 1,
    doing: sayDoing(live),
    ms: live.doing === 'agent' || live.doing === 'tests' ? now - since : null,
    counts: live.tests.counts ?? (step?.phase === phase ? step.counts : null),
    green_runs: isSame ? step.green_runs : 0,
    green_runs_wanted: wanted,
  });
};

/** The same without phase, time and counts: below the head, and beside them. */
export const sayActivity = ({ step }: Pick<RunView, 'step'>, live: Live | null): string =>
  beginSentence(live === null && step !== null ? DOING[step.doing] : sayDoing(live));

interface TaskLine {
  /** Before the text; '' for none. */
  readonly label: string;
  readonly text: string;
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
      lines: linesOfTask(task),
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

const say = (label: string, text: string | null, isCode = false): readonly TaskLine[] =>
  text === null || text === '' ? [] : [{ label, text, isCode }];

const linesOfTask = (shown: PageTask): readonly TaskLine[] => {
  const { name, task, needs, is, aside, kept, branch, merged, unmarked, resume } = shown;
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

/** Work items as rows, with the holder of the lease, the run, and the way to continue. Pure. */
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
