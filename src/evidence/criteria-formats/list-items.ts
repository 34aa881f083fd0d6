/**
 * The items of lists in a section, each with its continuation lines and nested items on one line. Steps that belong
 * together (Given, When, Then) are one item, in a list or without one.
 *
 * @module
 */
import type { MarkdownLine } from '../markdown.ts';

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
