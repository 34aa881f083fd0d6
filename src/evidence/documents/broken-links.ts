/** Relative links with a missing target. The disk is not read: it would show what lies outside the workspace. */
import { dirname, extname, join } from 'node:path/posix';
import { blankCode, type MarkdownLine } from '../markdown.ts';
import { splitHeadings } from './words-of.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding, firstOf } from '../findings/findings.ts';

// The links of a Markdown document and the places in it that a link may lead to, by the rules of GitHub.

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

interface LinkSource {
  readonly path: string;
  readonly links: readonly Link[];
}

interface LinkOptions {
  /** All sources of the workspace, relative to it. */
  readonly sources: ReadonlySet<string>;
  /** The anchors of a Markdown source; null when it cannot be read. */
  readonly anchorsOf: (path: string) => Promise<ReadonlySet<string> | null>;
}

interface BrokenLink extends Link {
  readonly path: string;
  readonly reason: string;
}

/** Links to a host, to the root of a site and out of the workspace are not looked at. */
export const findBrokenLinks = async (
  documents: readonly LinkSource[],
  { sources, anchorsOf }: LinkOptions,
): Promise<readonly BrokenLink[]> => {
  const folders = new Set([...sources].flatMap(foldersAbove));
  // A submodule and a link are one source each; what lies in them is not listed.
  const isThere = (path: string): boolean =>
    path === '.' || sources.has(path) || folders.has(path) || foldersAbove(path).some((above) => sources.has(above));
  const broken: BrokenLink[] = [];
  for (const { path, links } of documents) {
    for (const link of links) {
      const reason = await findLinkProblem(path, link.target, isThere, anchorsOf);
      if (reason !== '') broken.push({ ...link, path, reason });
    }
  }
  return broken;
};

/** The limit of every known system; a longer path cannot exist. */
const LONGEST_PATH = 4096;

const findLinkProblem = async (
  from: string,
  target: string,
  isThere: (path: string) => boolean,
  anchorsOf: LinkOptions['anchorsOf'],
): Promise<string> => {
  if (target.startsWith('[')) return 'this reference is not defined';
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(target)) return '';
  const [place, anchor] = splitAnchor(target);
  const decoded = decode(place.split('?')[0] ?? '');
  const path = decoded === '' ? from : join(dirname(from), decoded).replace(/\/$/, '');
  if (path.length > LONGEST_PATH) return 'it is too long for a path';
  if (path === '..' || path.startsWith('../')) return '';
  if (target === '') return 'its target is empty';
  if (!isThere(path)) return `${path} is not a source of this workspace`;
  if (anchor === undefined || anchor === '' || !/^\.(?:md|markdown)$/i.test(extname(path))) return '';
  const anchors = await anchorsOf(path);
  return anchors === null || anchors.has(decode(anchor).toLowerCase()) ? '' : `${path} has no heading #${anchor}`;
};

const splitAnchor = (target: string): readonly [string, string?] => {
  const at = target.indexOf('#');
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)];
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const foldersAbove = (path: string): readonly string[] => {
  const above = dirname(path);
  return above === '.' || above === '/' || above === path ? [] : [above, ...foldersAbove(above)];
};

const MAX_NAMED = 10;

/** Bounded in number and length. */
export const findingsOfLinks = (broken: readonly BrokenLink[]): readonly Finding[] =>
  firstOf(
    broken,
    MAX_NAMED,
    ({ path, line, target, reason }) =>
      finding('document.broken_link', { path, line, target: target.slice(0, 100), reason: reason.slice(0, 200) }),
    (count) => finding('document.broken_link.more', { count }),
  );
