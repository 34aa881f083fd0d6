/**
 * The checkboxes of a Markdown file, and the ids at the beginning of their texts. Whether a box is ticked decides
 * nothing, since the agent can tick it; how many criteria there are, and what they are called, is what RED is measured
 * against (rule 2.5). Other formats: `criteria-formats/`.
 *
 * @module
 */
import { readMarkdown } from './markdown.ts';

/** The acceptance criteria of the spec (rule 2.7). */
export interface SpecCriteria {
  /** How many. */
  readonly count: number;
  /** Ids of those that have one. */
  readonly ids: readonly string[];
  /** Ids of those that the spec marks as guards; absent without any. */
  readonly guards?: readonly string[];
  /** Ids of which one criterion names the others: one test may stand for all of them. Absent without any. */
  readonly together?: readonly (readonly string[])[];
}

export interface Criterion {
  /** Such as `AC-3`, when the text begins with one. */
  readonly id: string | null;
  /** Without box, bullet and id, on one line. */
  readonly text: string;
  readonly ticked: boolean;
  /** Line of the spec file, from 1. */
  readonly line: number;
}

/** Bullet or number, blank, box with one character, blank, something to say. `[2026-01-29]` and `[text](url)` are no boxes. */
const CHECKBOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\]\s+(\S.*)$/;

/** Capitals, a dash and a number (`AC-3`, `REQ-12.1`), bold or not, then a colon, a dash, or just a blank. */
const ID = /^(\*\*|__|)([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d+(?:\.\d+)*)(?::\1|\1:|\1)(?=\s|$)\s*(?:[-–—]\s+)?(.*)$/;

/**
 * In any other usual form (`AC3`, `REQ_012`, `R4`), if a mark shows that it is one: `R4: …`, `  R4  …`, `[R4] …`, `R4 -
 * …`.
 */
const MARKED =
  /^(?:(\*\*|__)([A-Z][\w-]{0,40}(?:\.\d+)*)(?::\1|\1:?)|[[(]([A-Z][\w-]{0,40}(?:\.\d+)*)[\])]:?|([A-Z][\w-]{0,40}(?:\.\d+)*)(?::|(?=\s+[-–—]\s)))(?=\s|$)\s*(?:[-–—]\s+)?(.*)$/;
const ID_ALONE = /^[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)*(?:\.\d+)*$/;

/** Ids of more than one criterion: it would be unclear which of them a test covers. */
export const findDoubleIds = (
  criteria: readonly Criterion[],
): readonly { readonly id: string; readonly lines: readonly number[] }[] => {
  const lines = new Map<string, number[]>();
  for (const { id, line } of criteria) {
    if (id === null) continue;
    const known = lines.get(id);
    if (known === undefined) lines.set(id, [line]);
    else known.push(line);
  }
  return [...lines].flatMap(([id, at]) => (at.length > 1 ? [{ id, lines: at }] : []));
};

const GUARD = /^\((?:guard|regression)\)|\((?:guard|regression)\)[.:]?$/i;

/** Whether the spec says that the criterion already holds (rule 2.14). @param text - without its id */
export const isMarkedGuard = (text: string): boolean => GUARD.test(text);

/** Reads the checkboxes of a Markdown document, in its order; text in fences, quotes and comments is none. */
export const readCriteria = (markdown: string): readonly Criterion[] =>
  readMarkdown(markdown).lines.flatMap(({ number, text }) => {
    const [, box, words] = CHECKBOX.exec(text) ?? [];
    if (box === undefined || words === undefined) return [];
    return [{ ...splitId(words.trim()), ticked: box !== ' ', line: number }];
  });

/** The id at the beginning of a text, if there is one, and the rest. */
export const splitId = (words: string): Pick<Criterion, 'id' | 'text'> => {
  const [, , id, text] = ID.exec(words) ?? [];
  if (id !== undefined && text !== undefined) return { id, text: text.trim() };
  const [, , bold, bracketed, bare, rest = ''] = MARKED.exec(words) ?? [];
  const marked = bold ?? bracketed ?? bare;
  return marked !== undefined && ID_ALONE.test(marked) && /\d$/.test(marked)
    ? { id: marked, text: rest.trim() }
    : { id: null, text: words };
};
