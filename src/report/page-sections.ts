/**
 * The sections of a report as the page gets them: words of others are cut as in Markdown, and lie about nothing.
 *
 * @module
 */
import type { ReportSection, Word } from '../page/report-section.ts';
import { showText } from '../page/show-text.ts';
import { listSections } from './list-sections.ts';
import type { Report } from './report.ts';

/** Characters of what has no limit of its own. */
const MAX_TEXT = 400;

export const pageSectionsOf = (report: Report): readonly ReportSection[] =>
  listSections(report).map(({ title, table, items, notes }) => ({
    title,
    ...(table === undefined
      ? {}
      : { table: { ...table, rows: table.rows.map((row) => row.map((cell) => cell.map(shown))) } }),
    ...(items === undefined ? {} : { items: items.map((line) => line.map(shown)) }),
    ...(notes === undefined ? {} : { notes: notes.map((line) => line.map(shown)) }),
  }));

const shown = (word: Word): Word =>
  typeof word === 'string' || word.theirs !== true
    ? word
    : { ...word, text: showText(word.text, word.most ?? MAX_TEXT) };
