/**
 * AsciiDoc as far as evidence needs it, in the shape of Markdown: headings as `#`, delimited blocks as fences, without
 * comments and quotes. Text between delimiters is not the author's own.
 *
 * @module
 */
import type { Markdown, MarkdownLine } from '../markdown.ts';

type Fence = Markdown['fences'][number];

interface OpenBlock {
  readonly mark: string;
  readonly language: string;
  readonly line: number;
  readonly body: string[];
}

/** Listing, literal, passthrough, comment, quote, and Markdown's own fence, which AsciiDoc knows too. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|_{4,}|`{3,}[\w-]*)$/;

/** Reads an AsciiDoc document; an unclosed block reaches to the end. */
export const readAsciidoc = (asciidoc: string): Markdown => {
  const lines: MarkdownLine[] = [];
  const fences: Fence[] = [];
  let block: OpenBlock | null = null;
  let style = '';
  for (const [at, raw] of asciidoc
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const text = raw.trimEnd();
    if (block !== null) {
      if (text === block.mark) {
        fences.push(close(block));
        block = null;
      } else block.body.push(raw);
      continue;
    }
    if (DELIMITER.test(text)) {
      const [, mark = text, own = ''] = /^(`{3,})([\w-]*)$/.exec(text) ?? [];
      block = { mark, language: (own || style).toLowerCase(), line: at + 1, body: [] };
      style = '';
      continue;
    }
    const attributes = /^\[([^[\]]*)\]$/.exec(text)?.[1];
    style = attributes === undefined ? '' : languageOf(attributes);
    if (attributes !== undefined || text.startsWith('//')) continue;
    const level = /^(={1,6})\s+\S/.exec(text)?.[1]?.length;
    lines.push({
      number: at + 1,
      text: level === undefined ? text : `${'#'.repeat(level)} ${text.slice(level).trim()}`,
    });
  }
  if (block !== null) fences.push(close(block));
  return { lines, fences };
};

/** `source,mermaid`, `mermaid`, `plantuml,target=x`: the language. */
const languageOf = (attributes: string): string => {
  const [first = '', second = ''] = attributes.split(',').map((word) => word.trim());
  return /^source\b/.test(first) || first === '' ? second : (/^\w+/.exec(first)?.[0] ?? '');
};

const close = ({ language, line, body }: OpenBlock): Fence => ({ language, line, body: body.join('\n') });
