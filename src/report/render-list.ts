/**
 * The report of a task list as Markdown: the result of each task and the steps that a person has to take, then a
 * section for the last run of each. Pure.
 *
 * @module
 */
import { quote, quoteInCell } from '../text/quote-markdown.ts';
import { printStatusName, statusNameOf, whyOf } from '../view/status-name.ts';
import type { TaskStatus } from '../work/describe-list.ts';
import { showDuration } from '../text/amounts.ts';
import { renderForced, renderReport, renderSums } from './render-reports.ts';
import type { ListReport } from './report-list.ts';
import type { Report } from './report.ts';

/** The result of a task list, as Markdown: its status, then the last run of each task. */
export const renderListReport = (report: Omit<ListReport, 'problems'>): string => {
  const { list, isGoing, reports } = report;
  const { tasks, ending, done_before: doneBefore } = list;
  const done = tasks.filter(({ is }) => is === 'done').length;
  const [status, why] = [statusNameOf(ending, isGoing), whyOf(ending, isGoing)];
  const lines = [
    `# ${printStatusName(status)}: ${done} of ${tasks.length} tasks done`,
    ...(why === '' ? [] : ['', quote(why)]),
    ...renderForced(reports),
    '',
    '| task | result | iterations | run time | branch |',
    '| --- | --- | --- | --- | --- |',
    ...tasks.map((task) => row(task, findReport(reports, task))),
    ...titled(
      1,
      'Deferred',
      tasks.flatMap((task) => renderDeferred(task, findReport(reports, task))),
    ),
    ...titled(
      1,
      'Not marked',
      tasks.flatMap(({ name, unmarked }) => (unmarked === null ? [] : [`- ${quote(name)}: ${quote(unmarked)}`])),
    ),
    '',
    `- List: ${list.list}`,
    `- ${renderSums(reports)}`,
    ...(doneBefore.length === 0 ? [] : [`- Done before: ${doneBefore.map((spec) => quote(spec)).join(', ')}`]),
    ...reports.flatMap((each) => ['', ...renderReport(each, 2)]),
  ];
  return `${lines.join('\n')}\n`;
};

const findReport = (reports: readonly Report[], task: TaskStatus): Report | undefined =>
  reports.find(({ run }) => run === task.run);

const row = (task: TaskStatus, report: Report | undefined): string => {
  const { name, is, aside, branch } = task;
  const forced = report !== undefined && report.commands.forced.length > 0 ? ', forced' : '';
  const cells = [
    quoteInCell(name, 60),
    (aside === null ? IS[is] : ASIDE[aside.status]) + forced,
    report === undefined ? '' : String(report.phases.reduce((sum, { iterations }) => sum + iterations, 0)),
    report === undefined ? '' : showDuration(report.worked_ms),
    quoteInCell(branch ?? report?.branch ?? '', 60) + renderMerged(task),
  ];
  return `| ${cells.join(' | ')} |`;
};

const renderMerged = ({ merged }: TaskStatus): string =>
  merged === undefined
    ? ''
    : `, merged into ${quoteInCell(merged.into, 60)} as ${quoteInCell(merged.commit.slice(0, 12))}`;

const IS = { waiting: 'not started', going: 'started, not ended', aside: 'deferred', done: 'done' } as const;

const ASIDE = {
  stuck: 'stuck',
  needs_human: 'needs human input',
  aborted: 'aborted',
  changed: 'its spec was changed',
  waits: 'waits for another task',
} as const;

/** Why, where its work is, and how to continue it. */
const renderDeferred = ({ name, aside, kept }: TaskStatus, report: Report | undefined): readonly string[] => {
  if (aside === null) return [];
  const again = aside.again ? '; it will be retried' : '';
  return [
    `- **${quote(name)}** ${ASIDE[aside.status]}${again}: ${quote(aside.why)}`,
    ...(kept === null ? [] : [`  - its unfinished work: ${quote(kept)}`]),
    ...(report?.next ?? [])
      .filter(({ command }) => command.startsWith('dualgate resume '))
      .map(({ command, what }) => `  - next: ${quote(command)}: ${what}`),
  ];
};

/** @param level - of the report's own title, from 1 */
const titled = (level: number, title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${'#'.repeat(level + 1)} ${title}`, '', ...lines];
