/**
 * STATE.md of a checkout with a task list: the status of the complete list, since its last run alone may have ended
 * well. Pure; quoted words of others never begin a line.
 *
 * @module
 */
import { showDay } from '../../text/amounts.ts';
import { plainLine } from '../../text/plain-line.ts';
import { quote } from '../../text/quote-markdown.ts';
import { listHistory } from '../../view/state-page/render-state-page.ts';
import type { PastEnd } from '../../view/state-page/past-ends.ts';
import { printStatusName, type StatusName } from '../../view/status-name.ts';
import type { ListStatus, TaskStatus } from '../describe-list.ts';
import { stepsOfList } from '../steps-of-list.ts';
import type { DeferredStatus } from '../task.ts';

/** A forced exit of a phase, of the run of a task. */
export interface ForcedOfTask {
  /** Its name. */
  readonly task: string;
  readonly phase: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
  readonly reason: string;
}

interface ListPageFacts {
  readonly list: ListStatus;
  readonly status: StatusName;
  readonly why: string;
  readonly forced: readonly ForcedOfTask[];
  /** ISO 8601. */
  readonly at: string;
  /** The ends of the runs of this checkout, newest first. */
  readonly ends: readonly PastEnd[];
}

export const renderListPage = ({ list, status, why, forced, at, ends }: ListPageFacts): string => {
  const { tasks } = list;
  const done = tasks.filter(({ is }) => is === 'done').length;
  const steps = stepsOfList(list);
  return [
    ...headOfListPage(status, list.list),
    `- Tasks: ${done} of ${tasks.length} done`,
    ...(why === '' ? [] : [`- Why: ${quote(why)}`]),
    `- As of: ${showDay(at)}`,
    ...titled(
      'Forced exits',
      forced.map(
        ({ task, phase, at: when, by, reason }) =>
          `- ${quote(task)}: ${plainLine(phase)}, ${showDay(when)}, by ${quote(by)}: ${quote(reason)}`,
      ),
    ),
    ...titled('Tasks', tasks.map(renderTask)),
    ...titled(
      'Next',
      steps.map(({ command, what }) => `- \`${command}\`: ${what}`),
    ),
    ...titled('History', listHistory(ends)),
    '',
    'Generated from the ledgers in `.dualgate/lists` and `.dualgate/runs`; no decision uses this page. See `dualgate report` for details.',
    '',
  ].join('\n');
};

/** Distinguishes a page of this list with this status from every other one. */
export const headOfListPage = (status: StatusName, list: string): readonly string[] => [
  '# State of the work',
  '',
  `Status: ${printStatusName(status)}`,
  '',
  `- List: ${list}`,
];

const renderTask = ({ name, is, aside, run }: TaskStatus): string => {
  const became = aside === null ? IS[is] : ASIDE[aside.status];
  const again = aside?.again === true ? ', will be retried' : '';
  const where = run === null ? '' : `, run ${plainLine(run)}`;
  return `- ${quote(name)} ${became}${again}${where}${aside === null ? '' : `: ${quote(aside.why)}`}`;
};

const IS = { waiting: 'has not started', going: 'has started', aside: 'is deferred', done: 'is done' } as const;

const ASIDE: Readonly<Record<DeferredStatus, string>> = {
  stuck: 'is stuck',
  needs_human: 'needs human input',
  aborted: 'was aborted',
  changed: 'changed since the list began',
  waits: 'waits for another task',
};

const titled = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
