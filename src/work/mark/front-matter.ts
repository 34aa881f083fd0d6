/**
 * `status: done` in the front matter of a spec: a value that is there is put in the place of another, a key that is not there
 * becomes the last one, and front matter that is not there comes before everything. Every other byte stays.
 *
 * @module
 */

interface FrontMatter {
  /** Before its first key: a BOM, if there is one, and the opening dashes with the end of their line. */
  readonly opening: string;
  readonly keys: string;
  /** From the closing dashes on. */
  readonly rest: string;
}

/** Bytes as Latin-1, so that nothing is lost of a file that is not UTF-8. */
const OPENING = /^((?:\u00ef\u00bb\u00bf)?---[ \t]*(?:\r\n|\n|\r))/;
const CLOSING = /(?:^|(?<=\n|\r))(?:---|\.\.\.)[ \t]*(?=\r|\n|$)/;
/** A plain or quoted value on the line of its key, and a comment behind it. */
const STATUS =
  /(^|\n|\r)(status[ \t]*:)([ \t]*)("[^"\r\n]*"|'[^'\r\n]*'|[^#|>&*!{[\s][^#\r\n]*?|)([ \t]*(?:[ \t]#[^\r\n]*)?)(?=\r|\n|$)/;

/** @returns the marked bytes; `null` where `status` holds what is more than a word: nobody knows what that would mean */
export const markFrontMatter = (spec: Buffer): Buffer | null => {
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
  // What is indented below it belongs to it.
  if (/^(?:\r\n|\n|\r)[ \t]+[^\s#]/.test(after)) return null;
  const [, before = '', key = '', blank = '', , comment = ''] = status;
  const marked = `${keys.slice(0, status.index)}${before}${key}${blank === '' ? ' ' : blank}done${comment}${after}`;
  return Buffer.from(`${opening}${marked}${rest}`, 'latin1');
};

export const saysDone = (spec: Buffer): boolean => {
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
