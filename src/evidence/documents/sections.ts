/**
 * A document as its sections: which titles it has, and what is said below each. A title is a heading, a label in bold
 * (`**Context:** …`) or the first cell of a row (`| Context | … |`), as the templates of decision records have them.
 *
 * @module
 */
import type { MarkdownLine } from '../markdown.ts';
import { splitHeadings } from './headings.ts';
import { wordsOf } from './words-of.ts';

export interface Section {
  /** In lower case, without numbers, signs and marks around it. */
  readonly title: string;
  readonly level: number;
  /** The text below it and below its subheadings. */
  readonly words: number;
  /** The lines directly below it. */
  readonly text: readonly string[];
}

interface OpenSection {
  title: string;
  level: number;
  words: number;
  text: string[];
}

/** A label in bold is within every heading. */
const LABEL_LEVEL = 7;

/** Sections in their order; those of the same title apart. */
export const readSections = (lines: readonly MarkdownLine[]): readonly Section[] => {
  const all: OpenSection[] = [];
  let open: OpenSection[] = [];
  const enter = (title: string, level: number): void => {
    const section = { title: plainTitle(title), level, words: 0, text: [] };
    open = [...open.filter((one) => one.level < level), section];
    all.push(section);
  };
  const say = (text: string): void => {
    open.at(-1)?.text.push(text);
    const count = wordsOf(text).length;
    for (const section of open) section.words += count;
  };
  for (const { line, heading } of splitHeadings(lines)) {
    if (heading !== null) {
      enter(heading.text, heading.level);
      continue;
    }
    const [title, rest] = labelOf(line.text);
    if (title !== null) enter(title, LABEL_LEVEL);
    say(rest);
  }
  return all;
};

/** `**Title:** text`, `* **Title**: text`, or a row of two cells. */
const labelOf = (text: string): readonly [title: string | null, rest: string] => {
  const bold = /^\s*(?:[-*+]\s+)?(?:\*\*|__)([^*_:]{1,60}?)(?::(?:\*\*|__)|(?:\*\*|__):)(.*)$/.exec(text);
  if (bold !== null) return [bold[1] ?? '', bold[2] ?? ''];
  const row = /^\s*\|\s*(?:\*\*)?([\p{L} ]{1,60}?)(?:\*\*)?:?\s*\|([^|]*)\|\s*$/u.exec(text);
  return row === null ? [null, text] : [row[1] ?? '', row[2] ?? ''];
};

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[*_`]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/:$/, '')
    .trim();
