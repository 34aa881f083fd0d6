/**
 * Untrusted text, safe to show: invisible characters are made visible, terminal sequences are
 * removed, long text is cut with a note.
 */
import { SEQUENCE } from '../base/text/terminal-sequence.ts';

/**
 * Control characters except tab and line feed; characters that turn or hide text (bidi, soft hyphen, no-break marks,
 * tags, the blank of Hangul); false line separators; halves of surrogate pairs. The joiners of emoji and of Persian
 * stay.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- as above
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E0FFF}]|\p{Cs}/gu;

/** First of the pictures of control characters in Unicode. */
const PICTURES = 0x24_00;

/**
 * @param most - characters that are kept
 * @returns the text, and behind it, where it was cut, how much there was
 */
export const showText = (text: string, most: number): string => {
  // Text that is far too long is cut first: the rest is invisible, and it may be megabytes.
  const near = text.slice(0, most * 2 + 64);
  const shown = near.replaceAll(SEQUENCE, '').replaceAll('\r\n', '\n').replaceAll(UNSEEN, picture);
  if (near.length === text.length && shown.length <= most) return shown;
  const kept = shown.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}… (cut: ${text.length.toLocaleString('en-US')} characters)`;
};

const picture = (character: string): string => {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x20) return String.fromCodePoint(PICTURES + point);
  return point === 0x7f ? '\u2421' : `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`;
};
