/**
 * Reports of one run or of several as Markdown. Facts and steps for a person come first; forced exits always come
 * before anything else (rule 1.6). Pure.
 *
 * @module
 */
import type { TurnUsage } from '../../gates/iteration.ts';
import { quote, quoteInCell } from '../text/quote-markdown.ts';
import { sumUsage } from '../records/fold/spending.ts';
import { printStatusName } from '../view/status-name.ts';
import { describeUsage, showCount, showDuration } from '../text/amounts.ts';
import { listSections } from './list-sections.ts';
import type { Report } from './report.ts';
import type { Line, ReportSection, Word } from '../page/report-section.ts';

/** @param reports - in order */
export const renderReports = (reports: readonly Report[]): string => {
  const [first] = reports;
  if (first === undefined) return 'No run.\n';
  const lines = reports.length === 1 ? renderReport(first, 1) : renderNight(reports);
  return `${lines.join('\n')}\n`;
};

/** A table of all, then one section each. */
const renderNight = (reports: readonly Report[]): readonly string[] => {
  const completed = reports.filter(({ status }) => status === 'completed').length;
  return [
    `# ${showCount(reports.length, 'run')}: ${completed} completed`,
    '',
    renderSums(reports),
    ...renderForced(reports),
    '',
    '| work | how it ended | iterations | run time | why |',
    '| --- | --- | --- | --- | --- |',
    ...reports.map((each) =>
      row([
        quoteInCell(each.spec, 60),
        printStatusName(each.status) + (each.commands.forced.length === 0 ? '' : ', forced'),
        String(each.phases.reduce((sum, { iterations }) => sum + iterations, 0)),
        showDuration(each.worked_ms),
        quoteInCell(each.why, 120),
      ]),
    ),
    ...reports.flatMap((each) => ['', ...renderReport(each, 2)]),
  ];
};

/** `Run time: ${showDuration(ms)} */
export const renderSums = (reports: readonly Report[]): string => {
  const usage = reports.reduce<TurnUsage | null>((sum, each) => sumUsage(sum, each.usage), null);
  const ms = reports.reduce((sum, each) => sum + each.worked_ms, 0);
  return [`Run time: ${showDuration(ms)}`, ...(usage === null ? [] : [`used: ${describeUsage(usage)}`])].join('; ');
};

/** Nothing without a forced exit (rule 1.6). */
export const renderForced = (reports: readonly Report[]): readonly string[] => {
  const forced = reports.filter((each) => each.commands.forced.length > 0).length;
  return forced === 0 ? [] : ['', `**Forced exits** in ${showCount(forced, 'run')}: see below.`];
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param level - of its title */
export const renderReport = (report: Report, level: 1 | 2): readonly string[] => {
  const { status, spec, why } = report;
  return [
    `${'#'.repeat(level)} ${printStatusName(status)}: ${quote(spec)}`,
    ...(why === '' ? [] : ['', quote(why)]),
    ...renderSections(listSections(report), level),
  ];
};

/** @param level - of the report's own title, from 1 */
const renderSections = (sections: readonly ReportSection[], level: number): readonly string[] =>
  sections.flatMap(({ title, table, items = [], notes = [] }) => [
    ...(title === '' ? [] : ['', `${'#'.repeat(level + 1)} ${title}`]),
    ...(table === undefined ? [] : ['', ...renderTable(table)]),
    ...(items.length === 0 ? [] : ['', ...items.map((line) => `- ${renderLine(line, quote)}`)]),
    ...notes.flatMap((line) => ['', renderLine(line, quote)]),
  ]);

const renderTable = ({ head, rows }: NonNullable<ReportSection['table']>): readonly string[] =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map((cell) => renderLine(cell, quoteInCell)))].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );

type Quote = (text: string, most?: number) => string;

const renderLine = (line: Line, quoted: Quote): string => line.map((word) => renderWord(word, quoted)).join('');

const renderWord = (word: Word, quoted: Quote): string => {
  if (typeof word === 'string') return word;
  const { text, theirs, most, strong } = word;
  const shown = theirs === true ? quoted(text, most) : text;
  return strong === true ? `**${shown}**` : shown;
};
