/**
 * The sections of a report as Markdown. Pure; words of others are quoted.
 *
 * @module
 */
import { quote, quoteInCell } from '../markdown/quote.ts';
import type { Line, ReportSection, Word } from '../page/report-section.ts';

/** @param level - of the report's own title, from 1 */
export const renderSections = (sections: readonly ReportSection[], level: number): readonly string[] =>
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
