/**
 * The width of a line of text. There is no font to measure with, and readers have different ones: the widths are
 * those of DejaVu Sans, which is wider than system fonts.
 */

/** Font size of names in CSS pixels. */
export const NAME_SIZE = 14;

const NARROW = /[\sIfijlrt-]/;
const WIDE = /[A-Z0-9_]/;
const WIDEST = /[MWmw…]/;

/** In ems, bold. Names of phases are letters, digits, `_` and `-`; other characters get more than they need. */
const advanceOf = (character: string): number => {
  if (WIDEST.test(character)) return 1.1;
  if (NARROW.test(character)) return 0.53;
  if (WIDE.test(character)) return 0.86;
  return /[a-z]/.test(character) ? 0.73 : 1.4;
};

/** The width of regular type, at the most, as a part of the width of bold type. */
const REGULAR = 0.92;

/** CSS pixels, of a line in bold type of `size` CSS pixels; never too little. */
export const nameWidth = (text: string, size: number): number =>
  Math.ceil(Array.from(text).reduce((width, character) => width + advanceOf(character), 0) * size);

/** The same in regular type. */
export const labelWidth = (text: string, size: number): number => Math.ceil(nameWidth(text, size) * REGULAR);

/**
 * The complete name if it fits; else as much of its beginning and end as fits.
 *
 * @param most - CSS pixels @param widthOf - of a text, in CSS pixels
 */
export const fitName = (name: string, most: number, widthOf: (text: string) => number): string => {
  let characters = Array.from(name).length;
  while (characters > 1 && widthOf(cutMiddle(name, characters)) > most) characters -= 1;
  return cutMiddle(name, characters);
};

/** Names with the same beginning often differ at their end. `most` counts characters, the `…` included. */
const cutMiddle = (name: string, most: number): string => {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const head = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`;
};
