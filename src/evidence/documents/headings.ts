/**
 * The headings of a document: `# Title`, and a title underlined with `===` or `---`.
 *
 * @module
 */
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
