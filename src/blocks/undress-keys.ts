/**
 * Keys as Markdown dresses them: in bold, or as the items of a list. Between markers they are read like plain ones; what is
 * nested, or is an item of another key's list, stays what it is: nobody says `EXIT_SIGNAL: true` as a blocker.
 *
 * @module
 */
import { FIELD, readScalar } from './block-fields.ts';

/** `**KEY: value**`, `**KEY:** value` and `**KEY**: value` as `KEY: value`. */
export const withoutBold = (line: string): string => {
  const [, mark = '', first = '', rest = ''] = /^(\*\*|__)([A-Za-z][A-Za-z_]*[ \t]*:?)(.*)$/.exec(line) ?? [];
  if (mark === '') return line;
  const close = rest.indexOf(mark);
  return close === -1 ? line : `${first}${rest.slice(0, close)}${rest.slice(close + mark.length)}`;
};

/** The lines between two markers, their own keys without bold and list dash. */
export const undressKeys = (lines: readonly string[]): readonly string[] => {
  /** Whether an item at column 0 belongs to the key above it. */
  let takesItems = false;
  let isListed = false;
  return lines.map((line) => {
    const plain = withoutBold(line);
    const item = /^-[ \t]+(.*)$/.exec(line)?.[1];
    const listed = item === undefined || takesItems ? null : withoutBold(item);
    if (FIELD.test(plain)) {
      [takesItems, isListed] = [mayHoldList(plain), false];
      return plain;
    }
    if (listed !== null && FIELD.test(listed)) {
      [takesItems, isListed] = [isEmpty(listed), true];
      return listed;
    }
    // The items of a key that is an item itself are deeper: the next one at column 0 is no item of it.
    if (isListed && /^[ \t]+\S/.test(line)) takesItems = false;
    return line;
  });
};

/** Of a plain key: one that may have items, by its name or its value. */
const mayHoldList = (field: string): boolean =>
  isEmpty(field) || /^(?:BLOCKERS|REMAINING_WORK|TESTS|FILES)[ \t]*:/i.test(field) || field.endsWith(':');

const isEmpty = (field: string): boolean => readScalar(FIELD.exec(field)?.[2] ?? '') === '';
