/**
 * Relative links with a missing target. The list of sources alone decides: the disk is not read, since its answer would
 * show the agent what lies outside of the workspace.
 *
 * @module
 */
import { dirname, extname, join } from 'node:path/posix';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../../findings/findings.ts';
import type { Link } from './find-links.ts';

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
  /** For people. */
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
export const findingsOfLinks = (broken: readonly BrokenLink[]): readonly Finding[] => [
  ...broken
    .slice(0, MAX_NAMED)
    .map(({ path, line, target, reason }) =>
      finding('document.broken_link', { path, line, target: target.slice(0, 100), reason: reason.slice(0, 200) }),
    ),
  ...(broken.length > MAX_NAMED ? [finding('document.broken_link.more', { count: broken.length - MAX_NAMED })] : []),
];
