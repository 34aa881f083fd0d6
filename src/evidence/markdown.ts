/** The author's own lines of Markdown, and the content of fences: no fence, quote, comment or raw HTML is one. */

// Inline code of one line of Markdown. Linear in the line, whatever is in it: a document is written by whom it is held against.

/** The places of inline code, in order: positions of the first backtick and behind the last one. */
const findCodeSpans = (text: string): readonly (readonly [start: number, end: number])[] => {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: { length } }) => ({ index, length }));
  // From the right, so that each run knows the next one of its length without looking for it.
  const nextOf = new Map<number, number>();
  const closings = runs.map(() => -1);
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0;
    closings[at] = nextOf.get(length) ?? -1;
    nextOf.set(length, at);
  }
  const spans: (readonly [number, number])[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    const opening = runs[at];
    const closing = runs[closings[at] ?? -1];
    if (opening === undefined || closing === undefined) continue;
    spans.push([opening.index, closing.index + closing.length]);
    at = closings[at] ?? at;
  }
  return spans;
};

/** The line with each inline code in it put out, at its old length. */
export const blankCode = (text: string): string => {
  let blanked = '';
  let from = 0;
  for (const [start, end] of findCodeSpans(text)) {
    blanked += text.slice(from, start) + ' '.repeat(end - start);
    from = end;
  }
  return blanked + text.slice(from);
};

export interface MarkdownLine {
  /** Position in the document, from 1. */
  readonly number: number;
  /** Without its comments. */
  readonly text: string;
  /** A comment that began on an earlier line ends on this one. */
  readonly endsComment?: true;
}

export interface Fence {
  /** First word after the fence, in lower case; `''` when there is none. */
  readonly language: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly body: string;
}

export interface Markdown {
  /** Lines outside fences, quotes, HTML comments and raw HTML. */
  readonly lines: readonly MarkdownLine[];
  readonly fences: readonly Fence[];
}

export interface OpenFence {
  readonly mark: string;
  readonly language: string;
  readonly line: number;
  readonly body: string[];
}

export const splitLines = (text: string): readonly string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);

/** Reads a Markdown document; BOM and any line ending are tolerated, an unclosed fence or comment reaches to the end. */
export const readMarkdown = (markdown: string): Markdown => {
  const lines: MarkdownLine[] = [];
  const fences: Fence[] = [];
  let fence: OpenFence | null = null;
  let inComment = false;
  let rawHtml: string | null = null;

  for (const [at, raw] of splitLines(markdown).entries()) {
    if (fence !== null) {
      if (closes(fence, raw)) {
        fences.push(closeFence(fence));
        fence = null;
      } else fence.body.push(raw);
      continue;
    }
    if (rawHtml !== null) {
      if (raw.toLowerCase().includes(rawHtml)) rawHtml = null;
      continue;
    }
    const endsComment = inComment;
    const stripped = stripComments(raw, inComment);
    inComment = stripped.inComment;
    const tag = /^ {0,3}<(pre|script|style|textarea)(?:[\s>]|$)/i.exec(stripped.text)?.[1]?.toLowerCase();
    if (tag !== undefined) {
      if (!stripped.text.toLowerCase().includes(`</${tag}>`)) rawHtml = `</${tag}>`;
      continue;
    }
    if (/^\s*>/.test(stripped.text)) continue;
    fence = opens(stripped.text, at + 1);
    // A line with nothing but a comment is no line.
    if (fence === null && !(stripped.text.trim() === '' && raw.trim() !== '')) {
      lines.push({ number: at + 1, text: stripped.text, ...(endsComment ? { endsComment } : {}) });
    }
  }
  if (fence !== null) fences.push(closeFence(fence));
  return { lines, fences };
};

/** A fence may be in a list item, and then after its bullet. */
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

export const closeFence = ({ language, line, body }: OpenFence): Fence => ({ language, line, body: body.join('\n') });

/** Inline code comes first, so that a `<!--` that is only talked about opens nothing. */
const stripComments = (raw: string, startsInside: boolean): { readonly text: string; readonly inComment: boolean } => {
  if (!startsInside && !raw.includes('<!--')) return { text: raw, inComment: false };
  let from = 0;
  if (startsInside) {
    const end = raw.indexOf('-->');
    if (end === -1) return { text: '', inComment: true };
    from = end + 3;
  }
  const rest = raw.slice(from);
  const spans = findCodeSpans(rest);
  let text = '';
  let at = 0;
  let span = 0;
  for (;;) {
    const start = rest.indexOf('<!--', at);
    if (start === -1) return { text: text + rest.slice(at), inComment: false };
    while ((spans[span]?.[1] ?? Infinity) <= start) span += 1;
    const [codeStart, codeEnd] = spans[span] ?? [Infinity, Infinity];
    if (codeStart >= at && codeStart < start) {
      text += rest.slice(at, codeEnd);
      at = codeEnd;
      continue;
    }
    const end = rest.indexOf('-->', start + 4);
    text += rest.slice(at, start);
    if (end === -1) return { text, inComment: true };
    at = end + 3;
  }
};
