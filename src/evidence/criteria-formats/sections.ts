/**
 * The sections of a Markdown document. A heading opens one, and so does a label: a line that is bold as a whole, or
 * `Acceptance criteria:` alone.
 *
 * @module
 */
import { splitHeadings } from '../documents/headings.ts';
import { type MarkdownLine, readMarkdown } from '../markdown.ts';

export interface Section {
  /** Titles without marks, in lower case: the outermost heading first, this section last. */
  readonly titles: readonly string[];
  /** The title of this section as it is written, with single blanks; '' before the first heading. */
  readonly title: string;
  /** From 1 to 6; a label is deeper than each heading; 0 before the first heading. */
  readonly level: number;
  /** Line of the title, from 1. */
  readonly line: number;
  /** Lines below its title, without those of deeper sections. */
  readonly lines: readonly MarkdownLine[];
}

const LABEL_LEVEL = 7;

const LABEL = /^ {0,3}(?:\*\*([^*]+)\*\*|__([^_]+)__):?$/;
const PLAIN_LABEL = /^ {0,3}(acceptance (?:criteria|scenarios)):$/i;

/** In the order of the document; the first one has no title. */
export const splitSections = (markdown: string): readonly Section[] => {
  const sections: (Section & { readonly lines: MarkdownLine[] })[] = [
    { titles: [], title: '', level: 0, line: 1, lines: [] },
  ];
  let around: { readonly level: number; readonly title: string }[] = [];
  for (const { line, heading } of splitHeadings(readMarkdown(markdown).lines)) {
    const opened = heading ?? labelOf(line.text);
    if (opened === null) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    around = [
      ...around.filter(({ level }) => level < opened.level),
      { level: opened.level, title: plain(opened.text) },
    ];
    const titles = around.map(({ title }) => title);
    sections.push({ titles, title: oneBlank(opened.text), level: opened.level, line: line.number, lines: [] });
  }
  return sections;
};

const labelOf = (text: string): { readonly level: number; readonly text: string } | null => {
  const line = text.trimEnd();
  const [, bold, underlined] = LABEL.exec(line) ?? [];
  const label = bold ?? underlined ?? PLAIN_LABEL.exec(line)?.[1];
  return label === undefined ? null : { level: LABEL_LEVEL, text: label };
};

/** Without marks, a number or a symbol before it, and a colon after it. */
const plain = (title: string): string =>
  oneBlank(title.replaceAll(/[*_`]/g, ''))
    .replace(/^[^\p{L}]+/u, '')
    .replace(/ ?:$/, '')
    .toLowerCase();

const oneBlank = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
