/**
 * The links of a Markdown document and the places in it that a link may lead to, by the rules of GitHub.
 *
 * @module
 */
import { blankCode } from '../code-spans.ts';
import type { MarkdownLine } from '../markdown.ts';
import { splitHeadings } from './headings.ts';

export interface Link {
  /** Line of the document, from 1. */
  readonly line: number;
  /** As it is written. */
  readonly target: string;
}

/** Links and images, inline, by reference and in HTML; a reference that nothing defines is `[its label]`. */
export const findLinks = (lines: readonly MarkdownLine[]): readonly Link[] => {
  const bare = lines.map(({ number, text }) => ({ number, text: blankCode(text) }));
  const defined = new Set(bare.flatMap(({ text }) => DEFINITION.exec(text)?.[1] ?? []).map(foldLabel));
  return bare.flatMap(({ number, text }) => {
    const definition = DEFINITION.exec(text)?.[2];
    if (definition !== undefined) return [{ line: number, target: plainTarget(definition) }];
    const targets = [
      ...[...text.matchAll(INLINE)].map(([, target = '']) => plainTarget(target)),
      ...[...text.matchAll(IN_HTML)].map(([, target = '']) => target),
      ...[...text.matchAll(REFERENCE)]
        .map(([, said = '', label = '']) => (label === '' ? said : label))
        .filter((label) => !defined.has(foldLabel(label)))
        .map((label) => `[${label}]`),
    ];
    return targets.map((target) => ({ line: number, target }));
  });
};

/** The valid anchors of this document: its headings as GitHub spells them, and the names in HTML. */
export const findAnchors = (lines: readonly MarkdownLine[]): ReadonlySet<string> => {
  const anchors = new Set<string>();
  // The next number to try: half a million headings may be the same.
  const counts = new Map<string, number>();
  for (const { line, heading } of splitHeadings(lines)) {
    for (const [, name = ''] of line.text.matchAll(NAMED)) anchors.add(name.toLowerCase());
    if (heading === null) continue;
    const own = /\{#([\w-]+)\}\s*$/.exec(heading.text);
    if (own !== null) anchors.add((own[1] ?? '').toLowerCase());
    const slug = slugOf(heading.text);
    let count = counts.get(slug) ?? 0;
    while (anchors.has(count === 0 ? slug : `${slug}-${count}`)) count += 1;
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
    counts.set(slug, count + 1);
  }
  return anchors;
};

/** Each pattern ends at the sign that it begins with: linear in a line of nothing but openings. */
const INLINE = /\]\(\s{0,4}(<[^<>]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*){0,2})(?:\s[^()]*)?\)/g;
const IN_HTML = /<(?:a|img)\s[^<>]*?\b(?:href|src)\s*=\s*["']([^"'<>]*)["']/gi;
const REFERENCE = /(?<![\w\])])\[([^[\]^][^[\]]*)\]\[(?!\^)([^[\]]*)\]/g;
const DEFINITION = /^\s{0,3}\[([^[\]^][^[\]]*)\]:\s*(<[^<>]*>|\S+)/;
const NAMED = /<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^"'\s<>]+)/gi;

const plainTarget = (target: string): string => target.replace(/^<|>$/g, '');
const foldLabel = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

const slugOf = (heading: string): string =>
  heading
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');
