/** The words that a line says. Every pattern stops at the sign that it begins with: a line of two million is one go. */
import type { MarkdownLine } from '../markdown.ts';

interface Heading {
  /** From 1 to 6. */
  readonly level: number;
  readonly text: string;
}

/** The heading on a line by its `#`; null for any other line. */
const headingOf = (text: string): Heading | null => {
  const level = /^\s{0,3}(#{1,6})(?:\s|$)/.exec(text)?.[1]?.length;
  if (level === undefined) return null;
  const title = text.trim().slice(level).trim();
  let end = title.length;
  while (end > 0 && title.charAt(end - 1) === '#') end -= 1;
  // Closing signs are separate: `# C#` is about C#.
  const closed = end === 0 || /\s/.test(title.charAt(end - 1));
  return { level, text: closed ? title.slice(0, end).trim() : title };
};

/** The same lines, with headings separated from the rest; an underline belongs to the heading above it. */
export const splitHeadings = (
  lines: readonly MarkdownLine[],
): readonly { readonly line: MarkdownLine; readonly heading: Heading | null }[] => {
  const found: { line: MarkdownLine; heading: Heading | null }[] = [];
  for (const line of lines) {
    const above = found.at(-1);
    const level = underline(line.text);
    const isTitle =
      above !== undefined &&
      above.heading === null &&
      above.line.number === line.number - 1 &&
      /^\s{0,3}[\p{L}\p{N}`*_["(]/u.test(above.line.text) &&
      !/^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(above.line.text);
    if (level !== null && isTitle) above.heading = { level, text: above.line.text.trim() };
    else found.push({ line, heading: headingOf(line.text) });
  }
  return found;
};

const underline = (text: string): number | null => {
  if (text === '') return null;
  if (/^\s{0,3}=+\s*$/.test(text)) return 1;
  return /^\s{0,3}-+\s*$/.test(text) ? 2 : null;
};

/** Asked before all else, since it is quick: most of what only takes up room says nothing. */
const SAYS = /[\p{L}\p{N}]/u;

/** Made when it is needed: it loads its dictionaries, which takes longer than to read most documents. */
let segmenter: Intl.Segmenter | undefined;

/** In lower case and order. A badge says nothing, a link says its text, and nobody says what a template asks for. */
export const wordsOf = (text: string): readonly string[] => {
  if (!SAYS.test(text) || isPlaceholder(text)) return [];
  const prose = text
    .replace(/!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/g, ' ')
    .replace(/^\s*\[[^[\]]+\]:\s.*$/, ' ')
    .replace(/\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\{[^{}]*\}/g, ' ')
    .replace(/\bhttps?:\S+/g, ' ');
  return (prose.match(PIECES) ?? []).flatMap(splitPiece);
};

/** Bounded: each answer of the segmenter holds the whole of what it was asked about. */
const PIECES = /\S{1,100}/g;
const PLAIN = /^[^A-Za-z0-9\u0080-\uFFFF]*([A-Za-z0-9]+)[^A-Za-z0-9\u0080-\uFFFF]*$/;

const splitPiece = (piece: string): readonly string[] => {
  const plain = PLAIN.exec(piece)?.[1];
  if (plain !== undefined) return [plain.toLowerCase()];
  if (!SAYS.test(piece)) return [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return [...segmenter.segment(piece)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
};

/** In capitals it is a mark, whatever follows: a program about todo lists may say what they are. */
const MARK = /^[^\p{L}\p{N}]*(?:TODO|TBD|TBA|FIXME|XXX|WIP|(?:Lorem|LOREM|lorem) ipsum)(?![\p{L}\p{N}])/u;
const WHOLE_LINE =
  /^[^\p{L}\p{N}]*(?:todo|tbd|tba|n\/a|wip|coming soon|work in progress|to be (?:added|continued|decided|defined|described|determined|done|filled in|written))[^\p{L}\p{N}]*$/iu;

/** The placeholder sentences in the templates of decision records. */
const TEMPLATE_SENTENCES = [
  "what is the issue that we're seeing that is motivating this decision or change",
  "what is the change that we're proposing and/or doing",
  'what becomes easier or more difficult to do',
  'what is the status, such as proposed',
  'the issue motivating this decision, and any context that influences',
  "the change that we're proposing or have agreed to implement",
  'describe the context and problem statement, e.g.',
  'this section describes the forces at play',
  'this section describes our response to these forces',
  'this section describes the resulting context',
  'insert a short description here',
  'replace this with',
];

/** A line on which something is to be written one day. */
export const isPlaceholder = (text: string): boolean => {
  if (MARK.test(text) || WHOLE_LINE.test(text)) return true;
  const said = text.toLowerCase().replaceAll('’', "'");
  return TEMPLATE_SENTENCES.some((sentence) => said.includes(sentence));
};
