/**
 * What marking a task as done does to its file, in the ways that a config may choose; pure.
 *
 * @module
 */
import { posix } from 'node:path';
import type { ListConfig } from '../../config/shape-work.ts';
import { markFrontMatter, saysDone } from './front-matter.ts';
import { isTicked, tickBoxes } from './tick-boxes.ts';

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
