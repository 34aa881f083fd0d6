/** The content of one document. */
import { extname } from 'node:path/posix';
import {
  type Markdown,
  type MarkdownLine,
  readMarkdown,
  closeFence,
  type Fence,
  type OpenFence,
  splitLines,
} from '../markdown.ts';
import { type Diagram, type DiagramLanguage, holdsWorkspace, splitPlantuml } from './judge-c4.ts';
import { findRecordLacks, liesAmongRecords } from './decision-record.ts';
import { findAnchors, findLinks, type Link } from './broken-links.ts';
import { splitHeadings, wordsOf } from './words-of.ts';

// AsciiDoc as far as evidence needs it, in the shape of Markdown. Text between delimiters is not the author's own.

/** Listing, literal, passthrough, comment, quote, and Markdown's own fence, which AsciiDoc knows too. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|_{4,}|`{3,}[\w-]*)$/;

/** Reads an AsciiDoc document; an unclosed block reaches to the end. */
export const readAsciidoc = (asciidoc: string): Markdown => {
  const lines: MarkdownLine[] = [];
  const fences: Fence[] = [];
  let block: OpenFence | null = null;
  let style = '';
  for (const [at, raw] of splitLines(asciidoc).entries()) {
    const text = raw.trimEnd();
    if (block !== null) {
      if (text === block.mark) {
        fences.push(closeFence(block));
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
  if (block !== null) fences.push(closeFence(block));
  return { lines, fences };
};

/** `source,mermaid`, `mermaid`, `plantuml,target=x`: the language. */
const languageOf = (attributes: string): string => {
  const [first = '', second = ''] = attributes.split(',').map((word) => word.trim());
  return /^source\b/.test(first) || first === '' ? second : (/^\w+/.exec(first)?.[0] ?? '');
};

export interface Document {
  readonly path: string;
  /** The words of its prose, in lower case and order: without headings, badges, code, comments and what a template leaves open. */
  readonly words: readonly string[];
  readonly diagrams: readonly Diagram[];
  /** The parts that it lacks to be an architecture decision record; null when it is not in a folder of such records. */
  readonly adrLacks: readonly string[] | null;
  /** A file of a diagram's language that holds none: a part that others include. */
  readonly isPart: boolean;
  /** For Markdown alone. */
  readonly links: readonly Link[];
}

const FILES: ReadonlyMap<string, DiagramLanguage> = new Map([
  ['.mmd', 'mermaid'],
  ['.mermaid', 'mermaid'],
  ['.dsl', 'structurizr'],
  ['.puml', 'plantuml'],
  ['.plantuml', 'plantuml'],
  ['.pu', 'plantuml'],
  ['.iuml', 'plantuml'],
]);

const FENCES: ReadonlyMap<string, DiagramLanguage> = new Map([
  ['mermaid', 'mermaid'],
  ['structurizr', 'structurizr'],
  ['structurizr-dsl', 'structurizr'],
  ['plantuml', 'plantuml'],
  ['puml', 'plantuml'],
  ['c4plantuml', 'plantuml'],
]);

/** @param path relative to the workspace, with `/` */
export const readDocument = (path: string, content: string): Document => {
  const extension = extname(path).toLowerCase();
  const language = FILES.get(extension);
  if (language !== undefined) {
    const diagrams = diagramsOf(language, content);
    return { path, words: [], diagrams, adrLacks: null, isPart: diagrams.length === 0, links: [] };
  }
  const isAsciidoc = /^\.(?:adoc|asciidoc)$/.test(extension);
  const { lines, fences } = isAsciidoc ? readAsciidoc(content) : readMarkdown(content);
  const { head, body } = splitFrontmatter(lines);
  return {
    path,
    words: splitHeadings(body).flatMap(({ line, heading }) => (heading === null ? wordsOf(line.text) : [])),
    diagrams: fences.flatMap(readFence),
    adrLacks: liesAmongRecords(path) ? findRecordLacks(head, body) : null,
    isPart: false,
    links: isAsciidoc ? [] : findLinks(body),
  };
};

/** The places in a Markdown document that a link may name. */
export const readAnchors = (content: string): ReadonlySet<string> =>
  findAnchors(splitFrontmatter(readMarkdown(content).lines).body);

/** A part that others include is no diagram of its own. */
const diagramsOf = (language: DiagramLanguage, source: string): readonly Diagram[] => {
  if (language === 'plantuml') return splitPlantuml(source);
  return language === 'mermaid' || holdsWorkspace(source) ? [{ line: 1, language, source }] : [];
};

const readFence = ({ language: word, line, body }: Fence): readonly Diagram[] => {
  const language = FENCES.get(word);
  if (language === undefined) return [];
  const parts = language === 'plantuml' ? splitPlantuml(body) : [];
  // In a fence, what is around a diagram may be left out.
  return parts.length > 1
    ? parts.map((part) => ({ ...part, line: part.line + line }))
    : [{ line, language, source: body }];
};

const splitFrontmatter = (
  lines: readonly MarkdownLine[],
): { readonly head: readonly MarkdownLine[]; readonly body: readonly MarkdownLine[] } => {
  if (lines[0]?.number !== 1 || lines[0].text.trimEnd() !== '---') return { head: [], body: lines };
  const end = lines.findIndex(({ text }, at) => at > 0 && text.trimEnd() === '---');
  return end === -1 ? { head: [], body: lines } : { head: lines.slice(1, end), body: lines.slice(end + 1) };
};
