/** Marks a task as done in its file, in the ways that a config may choose; pure. */
import { posix } from 'node:path';
import type { Mark } from '../../project/config/schema/work-schema.ts';
import { readCriteria } from '../../evidence/criteria.ts';
import { readSpec } from '../../evidence/criteria-formats/formats.ts';
import { readMarkdown } from '../../evidence/markdown.ts';

/** The new path and bytes of the spec; or why it cannot be marked. */
type Marked = { readonly path: string; readonly content: Buffer } | { readonly why: string };

/** `specs/done/a.md` for `specs/a.md`. */
export const donePath = (spec: string): string => posix.join(posix.dirname(spec), 'done', posix.basename(spec));

/** Marking it again gives the same file. */
export const markSpec = (how: Mark, spec: string, content: Buffer): Marked => {
  const why = findUnmarkable(how, spec, content);
  if (why !== null) return { why };
  if (how === 'move') return { path: donePath(spec), content };
  if (how === 'checkboxes') return { path: spec, content: tickBoxes(content) };
  const marked = markFrontMatter(content);
  return marked === null
    ? { why: `the status in the front matter of ${spec} is not one word` }
    : { path: spec, content: marked };
};

/** Why the format of a spec cannot be marked in this way; `null` if it can. */
export const findUnmarkable = (how: Mark, spec: string, content: Buffer): string | null => {
  if (how === 'move') return null;
  const { format } = readSpec(content.toString('utf8'));
  if (format === null || format.name === 'checkboxes') return null;
  if (how === 'checkboxes')
    return `${spec} has no checkboxes to tick, since its format is ${format.title}: set work.done to ${format.name === 'task_list' ? 'move' : 'front_matter or move'}`;
  return format.name === 'task_list' ? `${spec} is JSON, which has no front matter: set work.done to move` : null;
};

export const isMarked = (how: Mark, content: Buffer): boolean => {
  if (how === 'move') return false;
  return how === 'checkboxes' ? isTicked(content) : saysDone(content);
};

/** Up to the checkbox at the start of the line; comments may come before it. */
const BOX = /^((?:\s|<!--.*?-->)*(?:[-*+]|\d{1,9}[.)])(?:\s|<!--.*?-->)+\[) (\])/;

/** The same bytes with every criterion ticked; the same buffer if all were ticked. */
const tickBoxes = (spec: Buffer): Buffer => {
  const text = spec.toString('utf8');
  const open = new Set(readCriteria(text).flatMap(({ ticked, line }) => (ticked ? [] : [line])));
  const ends = new Set(
    readMarkdown(text).lines.flatMap(({ number, endsComment }) => (endsComment === true ? [number] : [])),
  );
  // One character for each byte: a file that is not UTF-8 loses nothing.
  const pieces = spec.toString('latin1').split(/(\r\n|\n|\r)/);
  const ticked = pieces.map((piece, i) =>
    i % 2 === 0 && open.has(i / 2 + 1) ? tick(piece, ends.has(i / 2 + 1)) : piece,
  );
  return Buffer.from(ticked.join(''), 'latin1');
};

const UTF8_BOM = '\u00ef\u00bb\u00bf';

const tick = (line: string, endsComment: boolean): string => {
  const from = endsComment ? line.indexOf('-->') + 3 : line.startsWith(UTF8_BOM) ? UTF8_BOM.length : 0;
  return line.slice(0, from) + line.slice(from).replace(BOX, '$1x$2');
};

const isTicked = (spec: Buffer): boolean => {
  const { format, criteria } = readSpec(spec.toString('utf8'));
  return format?.name === 'checkboxes' && criteria.every(({ ticked }) => ticked);
};

interface FrontMatter {
  /** Before its first key: a BOM, if any, and the opening dashes with the end of their line. */
  readonly opening: string;
  readonly keys: string;
  /** From the closing dashes on. */
  readonly rest: string;
}

/** Bytes as Latin-1, so that a file that is not UTF-8 loses nothing. */
const OPENING = /^((?:\u00ef\u00bb\u00bf)?---[ \t]*(?:\r\n|\n|\r))/;

const CLOSING = /(?:^|(?<=\n|\r))(?:---|\.\.\.)[ \t]*(?=\r|\n|$)/;

/** A plain or quoted value on the line of its key, with a comment after it. */
const STATUS =
  /(^|\n|\r)(status[ \t]*:)([ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^#|>&*!{[\s][^#\r\n]*?|)([ \t]*(?:[ \t]#[^\r\n]*)?)(?=\r|\n|$)/;

/**
 * `status: done` in the front matter: replaces a value, adds a missing key at the end, or the front matter. Every other
 * byte is unchanged. @returns `null` where `status` is more than one word: its meaning is unknown
 */
const markFrontMatter = (spec: Buffer): Buffer | null => {
  const text = spec.toString('latin1');
  const found = readFrontMatter(text);
  const end = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  if (found === null) {
    const [bom] = /^(?:\u00ef\u00bb\u00bf)?/.exec(text) ?? [''];
    return Buffer.from(`${bom}---${end}status: done${end}---${end}${text.slice(bom.length)}`, 'latin1');
  }
  const { opening, keys, rest } = found;
  const status = STATUS.exec(keys);
  if (status === null && /(?:^|\n|\r)(?:status|"status"|'status')[ \t]*:/.test(keys)) return null;
  if (status === null) return Buffer.from(`${opening}${keys}status: done${end}${rest}`, 'latin1');
  const after = keys.slice(status.index + status[0].length);
  // Indented lines below it belong to it.
  if (/^(?:\r\n|\n|\r)[ \t]+[^\s#]/.test(after)) return null;
  const [, before = '', key = '', blank = '', , comment = ''] = status;
  const marked = `${keys.slice(0, status.index)}${before}${key}${blank === '' ? ' ' : blank}done${comment}${after}`;
  return Buffer.from(`${opening}${marked}${rest}`, 'latin1');
};

const saysDone = (spec: Buffer): boolean => {
  const { keys = '' } = readFrontMatter(spec.toString('latin1')) ?? {};
  const value = STATUS.exec(keys)?.[4] ?? '';
  return /^(["']?)done\1$/i.test(value);
};

const readFrontMatter = (text: string): FrontMatter | null => {
  const [opening] = OPENING.exec(text) ?? [];
  if (opening === undefined) return null;
  const inside = text.slice(opening.length);
  const closing = CLOSING.exec(inside);
  if (closing === null) return null;
  return { opening, keys: inside.slice(0, closing.index), rest: inside.slice(closing.index) };
};
