/** Items of lists in a section, each on one line. Steps that belong together (Given, When, Then) are one item. */
import { splitHeadings } from '../documents/words-of.ts';
import { type MarkdownLine, readMarkdown } from '../markdown.ts';
import { oneBlank } from '../../base/text/plain-line.ts';

/** A heading opens one, and so does a label: a line that is bold as a whole, or `Acceptance criteria:` alone. */
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

export interface ListItem {
  /** Line of its bullet, from 1. */
  readonly line: number;
  /** Without its bullet. */
  readonly text: string;
}

interface OpenItem {
  readonly line: number;
  /** Column of its bullet. */
  readonly column: number;
  readonly parts: string[];
}

const BULLET = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/s;
const RULE = /^[ \t]*([-*_])[ \t]*\1[ \t]*\1[-*_ \t]*$/;
const STEP = /^(?:\*\*|__)?(given|when|then|and|but)\b/i;
/** Other words can begin any sentence. */
const FIRST_STEP = /^(?:\*\*|__)?(?:given|when|then)\b/i;

/** The outer items of the lists, and paragraphs of steps; other text is none. */
export const listItems = (lines: readonly MarkdownLine[]): readonly ListItem[] => {
  const items: OpenItem[] = [];
  let open: OpenItem | null = null;
  let before = 0;
  for (const { number, text } of lines) {
    if (text.trim() === '') continue;
    const follows = number === before + 1;
    before = number;
    const [, indent, words] = BULLET.exec(text) ?? [];
    const isItem = indent !== undefined && words !== undefined && !RULE.test(text);
    const column = widthOf(isItem ? indent : (/^[ \t]*/.exec(text)?.[0] ?? ''));
    if (isItem && open !== null && column >= open.column + 2) open.parts.push(words);
    else if (isItem || (FIRST_STEP.test(text.trim()) && column < 4 && (open === null || !follows))) {
      open = { line: number, column, parts: [isItem ? words : text.trim()] };
      items.push(open);
    } else if (open !== null && !RULE.test(text) && (follows || column >= open.column + 2))
      open.parts.push(text.trim());
    else open = null;
  }
  return joinSteps(items.map(({ line, parts }) => ({ line, text: parts.join(' ') })));
};

const widthOf = (indent: string): number => indent.replaceAll('\t', '    ').length;

/** `Given` begins a scenario, and so does `When` without a `Given` before it; later steps belong to it. */
const joinSteps = (items: readonly ListItem[]): readonly ListItem[] => {
  const joined: { line: number; texts: string[]; steps: Set<string> }[] = [];
  for (const { line, text } of items) {
    const step = STEP.exec(text)?.[1]?.toLowerCase() ?? '';
    const steps = new Set(step === '' ? [] : stepsIn(text));
    const last = joined.at(-1);
    const continues =
      last !== undefined &&
      last.steps.size > 0 &&
      (['then', 'and', 'but'].includes(step) ||
        (step === 'when' && last.steps.has('given') && !last.steps.has('when')));
    if (!continues) joined.push({ line, texts: [text], steps });
    else {
      last.texts.push(text);
      for (const each of steps) last.steps.add(each);
    }
  }
  return joined.map(({ line, texts }) => ({ line, text: withoutMarks(texts.join(' ')) }));
};

const stepsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(given|when|then)\b/gi)].map(([word]) => word.toLowerCase());

/** `**Given** a` reads `Given a`. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/(\*\*|__)(given|when|then|and|but)(:?)\1/gi, '$2$3')
    .replaceAll(/\s+/g, ' ')
    .trim();
