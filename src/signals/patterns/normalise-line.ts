/**
 * Takes from a line what terminals and editors put around the words. Look-alike characters are never folded:
 * a full-width colon or a zero-width space makes another key (rule 3.4).
 *
 * @module
 */
import { stripSequences } from '../../text/strip-sequences.ts';

/** The line without ANSI sequences and trailing blanks, no-break spaces as blanks; a BOM only where the text begins (rule 3.4). */
export const normaliseLine = (raw: string, isFirst: boolean): string => {
  const text = isFirst && raw.startsWith('\uFEFF') ? raw.slice(1) : raw;
  const plain = stripSequences(text);
  return trimEnd(plain.includes('\u00A0') ? plain.replaceAll('\u00A0', ' ') : plain);
};

// `trimEnd` of the language would also take a BOM and other marks; a pattern ending in `$` is quadratic on long blanks.
const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' \t\r'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
