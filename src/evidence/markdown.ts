/**
 * Markdown as far as evidence needs it: which lines are the author's own text, and what stands in fences. A fence, a
 * quote or an HTML comment is not the author speaking.
 *
 * @module
 */

export interface MarkdownLine {
  /** Position in the document, from 1. */
  readonly number: number;
  /** Without its comments. */
  readonly text: string;
}

interface Fence {
  /** First word after the fence, in lower case; `''` when there is none. */
  readonly language: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly body: string;
}

export interface Markdown {
  /** Lines outside fences, quotes and HTML comments. */
  readonly lines: readonly MarkdownLine[];
  readonly fences: readonly Fence[];
}

interface OpenFence {
  readonly mark: string;
  readonly language: string;
  readonly line: number;
  readonly body: string[];
}

/** Reads a Markdown document; BOM and any line ending are tolerated, an unclosed fence or comment reaches to the end. */
export const readMarkdown = (markdown: string): Markdown => {
  const lines: MarkdownLine[] = [];
  const fences: Fence[] = [];
  let fence: OpenFence | null = null;
  let inComment = false;

  for (const [at, raw] of markdown
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (fence !== null) {
      if (closes(fence, raw)) {
        fences.push(close(fence));
        fence = null;
      } else fence.body.push(raw);
      continue;
    }
    const stripped = stripComments(raw, inComment);
    inComment = stripped.inComment;
    if (/^\s*>/.test(stripped.text)) continue;
    fence = opens(stripped.text, at + 1);
    // What was nothing but a comment is no line at all.
    if (fence === null && !(stripped.text.trim() === '' && raw.trim() !== '')) {
      lines.push({ number: at + 1, text: stripped.text });
    }
  }
  if (fence !== null) fences.push(close(fence));
  return { lines, fences };
};

/** A fence may stand in a list item, and then behind its bullet. */
const OPENING = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})([^`]*)|(~{3,})(.*))$/;

const opens = (text: string, line: number): OpenFence | null => {
  const found = OPENING.exec(text);
  if (found === null) return null;
  const info = (found[2] ?? found[4] ?? '').trim();
  return {
    mark: found[1] ?? found[3] ?? '',
    language: (/^[\w+-]+/.exec(info)?.[0] ?? '').toLowerCase(),
    line,
    body: [],
  };
};

const closes = (fence: OpenFence, raw: string): boolean => {
  const mark = raw.trim();
  return mark.length >= fence.mark.length && mark === fence.mark.charAt(0).repeat(mark.length);
};

const close = ({ language, line, body }: OpenFence): Fence => ({ language, line, body: body.join('\n') });

/** Inline code comes first, so that a `<!--` that is only talked about opens nothing. */
const CODE_OR_COMMENT = /(`+)(?!`).*?(?<!`)\1(?!`)|<!--/g;

const stripComments = (raw: string, startsInside: boolean): { readonly text: string; readonly inComment: boolean } => {
  let text = '';
  let rest = raw;
  let inside = startsInside;
  for (;;) {
    if (inside) {
      const end = rest.indexOf('-->');
      if (end === -1) return { text, inComment: true };
      rest = rest.slice(end + 3);
    }
    const start = [...rest.matchAll(CODE_OR_COMMENT)].find(([match]) => match === '<!--')?.index;
    if (start === undefined) return { text: text + rest, inComment: false };
    text += rest.slice(0, start);
    rest = rest.slice(start + 4);
    inside = true;
  }
};
