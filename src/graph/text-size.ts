/**
 * How wide a line of text may become. There is no font to measure with, and whoever looks has another one: the widths are those of
 * DejaVu Sans, which is wider than the fonts of the systems.
 *
 * @module
 */

/** CSS pixels of the type of names. */
export const NAME_SIZE = 14;

const NARROW = /[\sIfijlrt-]/;
const WIDE = /[A-Z0-9_]/;
const WIDEST = /[MWmw…]/;

/** In ems, bold. Names of phases are letters, digits, `_` and `-`; whatever else there may be is given more than it takes. */
const advanceOf = (character: string): number => {
  if (WIDEST.test(character)) return 1.1;
  if (NARROW.test(character)) return 0.53;
  if (WIDE.test(character)) return 0.86;
  return /[a-z]/.test(character) ? 0.73 : 1.4;
};

/** How much of the width of bold type the same words take in regular type, at the most. */
const REGULAR = 0.92;

/** CSS pixels, of a line in bold type of `size` CSS pixels; never less than it takes. */
export const nameWidth = (text: string, size: number): number =>
  Math.ceil(Array.from(text).reduce((width, character) => width + advanceOf(character), 0) * size);

/** The same in regular type. */
export const labelWidth = (text: string, size: number): number => Math.ceil(nameWidth(text, size) * REGULAR);

/**
 * The name, whole where it fits; else as much of its beginning and end as fits.
 *
 * @param most - CSS pixels @param widthOf - of a text, in CSS pixels
 */
export const fitName = (name: string, most: number, widthOf: (text: string) => number): string => {
  let characters = Array.from(name).length;
  while (characters > 1 && widthOf(cutMiddle(name, characters)) > most) characters -= 1;
  return cutMiddle(name, characters);
};

/** Names that begin alike often differ at their end. `most` counts characters, the `…` included. */
const cutMiddle = (name: string, most: number): string => {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const head = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`;
};
