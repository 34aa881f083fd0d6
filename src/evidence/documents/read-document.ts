/**
 * What one document holds: how much it says, its diagrams, and whether it is an architecture decision record.
 *
 * @module
 */
import { basename, dirname, extname } from 'node:path/posix';
import { readMarkdown, type MarkdownLine } from '../markdown.ts';

export interface Diagram {
  /** Line of the document where it begins, from 1. */
  readonly line: number;
  readonly source: string;
}

export interface Document {
  readonly path: string;
  /** The words of its prose, in lower case and order: without headings, badges, code and comments. */
  readonly words: readonly string[];
  readonly diagrams: readonly Diagram[];
  /** What it lacks to be an architecture decision record; null when it does not lie where such records do. */
  readonly adrLacks: readonly string[] | null;
}

/** @param path relative to the workspace, with `/` */
export const readDocument = (path: string, content: string): Document => {
  if (/^\.(?:mmd|mermaid)$/i.test(extname(path))) {
    return { path, words: [], diagrams: [{ line: 1, source: content }], adrLacks: null };
  }
  const { lines, fences } = readMarkdown(content);
  const { head, body } = splitFrontmatter(lines);
  return {
    path,
    words: body.filter(({ text }) => !/^\s{0,3}#{1,6}(?:\s|$)/.test(text)).flatMap(({ text }) => wordsOf(text)),
    diagrams: fences
      .filter(({ language }) => language === 'mermaid')
      .map(({ line, body: source }) => ({ line, source })),
    adrLacks: isAdrPath(path) ? findAdrLacks(head, body) : null,
  };
};

const splitFrontmatter = (
  lines: readonly MarkdownLine[],
): { readonly head: readonly MarkdownLine[]; readonly body: readonly MarkdownLine[] } => {
  if (lines[0]?.number !== 1 || lines[0].text.trimEnd() !== '---') return { head: [], body: lines };
  const end = lines.findIndex(({ text }, at) => at > 0 && text.trimEnd() === '---');
  return end === -1 ? { head: [], body: lines } : { head: lines.slice(1, end), body: lines.slice(end + 1) };
};

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Counts words where a language has no blanks, too. A badge is a picture and says nothing, a link says its text. */
const wordsOf = (text: string): readonly string[] => {
  const prose = text
    .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?/g, ' ')
    .replace(/^\s*\[[^\]]+\]:\s.*$/, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\bhttps?:\S+/g, ' ');
  return [...segmenter.segment(prose)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment.toLowerCase());
};

const isAdrPath = (path: string): boolean => {
  const name = basename(path, extname(path)).toLowerCase();
  if (/^(?:\d+-)?(?:adr-)?template$/.test(name)) return false;
  const folders = dirname(path).toLowerCase().split('/');
  return folders.some((folder) => ['adr', 'adrs', 'decisions'].includes(folder)) || /^\d{4}-./.test(name);
};

/** Nygard's form (Status, Context, Decision) or MADR's (status in the frontmatter, Decision Outcome). */
const findAdrLacks = (head: readonly MarkdownLine[], body: readonly MarkdownLine[]): readonly string[] => {
  const sections = new Map<string, number>();
  let title = '';
  for (const { text } of body) {
    const heading = /^\s{0,3}#{1,6}\s+(.*?)[\s#]*$/.exec(text)?.[1];
    if (heading !== undefined) title = heading.toLowerCase();
    // A heading over nothing is a form that was not filled in.
    else sections.set(title, (sections.get(title) ?? 0) + wordsOf(text).length);
  }
  const says = (name: RegExp): boolean => [...sections].some(([heading, words]) => name.test(heading) && words > 0);
  const hasStatus =
    says(/^status\b/) ||
    [...head, ...body].some(({ text }) => /^\s*(?:[-*+]\s+)?(?:\*\*)?status(?:\*\*)?:(?:\*\*)?\s*\w/i.test(text));
  return [
    ...(hasStatus ? [] : ['a status']),
    ...(says(/^context\b/) ? [] : ['a heading "Context" with words below it']),
    ...(says(/^decision(?: outcome)?$/) ? [] : ['a heading "Decision" with words below it']),
  ];
};
