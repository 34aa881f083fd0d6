/**
 * What marking a task as done does to its file, in the ways that a config may choose; pure.
 *
 * @module
 */
import { posix } from 'node:path';
import type { ListConfig } from '../../config/shape-work.ts';
import { markFrontMatter, saysDone } from './front-matter.ts';
import { readCriteria } from '../../evidence/criteria.ts';

/** Where the spec lies then, and its bytes; or why it cannot be marked. */
export type Marked = { readonly path: string; readonly content: Buffer } | { readonly why: string };

/** `specs/done/a.md` for `specs/a.md`. */
export const donePath = (spec: string): string => posix.join(posix.dirname(spec), 'done', posix.basename(spec));

/** Of a file that is marked already it makes the same again. */
export const markSpec = (how: ListConfig['done'], spec: string, content: Buffer): Marked => {
  if (how === 'move') return { path: donePath(spec), content };
  if (how === 'checkboxes') return { path: spec, content: tickBoxes(content) };
  const marked = markFrontMatter(content);
  return marked === null
    ? { why: `the status in the front matter of ${spec} is not one word` }
    : { path: spec, content: marked };
};

/** Whether a file that still lies in its place says that it is done. */
export const isMarked = (how: ListConfig['done'], content: Buffer): boolean => {
  if (how === 'move') return false;
  return how === 'checkboxes' ? isTicked(content) : saysDone(content);
};

/** Up to the box that the line begins with; a comment may stand anywhere before it. */
const BOX = /^((?:.*?-->)??(?:\s|<!--.*?-->)*(?:[-*+]|\d{1,9}[.)])(?:\s|<!--.*?-->)+\[) (\])/;

/** The same bytes with every criterion ticked; the same buffer again is one that was ticked. */
const tickBoxes = (spec: Buffer): Buffer => {
  const open = new Set(readCriteria(spec.toString('utf8')).flatMap(({ ticked, line }) => (ticked ? [] : [line])));
  // One character a byte: a file that is not UTF-8 loses nothing.
  const pieces = spec.toString('latin1').split(/(\r\n|\n|\r)/);
  const ticked = pieces.map((piece, i) => (i % 2 === 0 && open.has(i / 2 + 1) ? tick(piece) : piece));
  return Buffer.from(ticked.join(''), 'latin1');
};

const UTF8_BOM = '\u00ef\u00bb\u00bf';

const tick = (line: string): string =>
  line.startsWith(UTF8_BOM) ? `${UTF8_BOM}${tick(line.slice(UTF8_BOM.length))}` : line.replace(BOX, '$1x$2');

/** Whether there are criteria, and each of them is ticked. */
const isTicked = (spec: Buffer): boolean => {
  const criteria = readCriteria(spec.toString('utf8'));
  return criteria.length > 0 && criteria.every(({ ticked }) => ticked);
};
