/** The columns of a text in a terminal: 2 for wide characters and emoji, 0 for combining ones. Node exports none. */

/** Ranges that are wide in Unicode's East Asian Width: first and last code point. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f2ff],
  [0x20000, 0x3fffd],
];

/** Made when it is needed: most commands measure no text. */
let segmenter: Intl.Segmenter | undefined;

const charactersOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text);
const ZERO = /^[\p{Mark}\p{Format}\p{Control}\p{Default_Ignorable_Code_Point}]+$/u;
/** A character that is drawn as a picture, also with a selector, a skin tone or a joined one. */
const PICTURE =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}.*(?:\uFE0F|\u200D|\p{Emoji_Modifier})|\p{Regional_Indicator}{2}|\u20E3/u;
const PLAIN = /^[ -~]*$/;
// oxlint-disable-next-line no-control-regex -- colours take no column
const COLOURS = /\u001B\[[0-9;]*m/g;

/** Columns of one line, whatever its colours. */
export const widthOf = (text: string): number => {
  const bare = text.replaceAll(COLOURS, '');
  if (PLAIN.test(bare)) return bare.length;
  return [...charactersOf(bare)].reduce((sum, { segment }) => sum + widthOfOne(segment), 0);
};

const widthOfOne = (character: string): number => {
  if (ZERO.test(character)) return 0;
  const code = character.codePointAt(0) ?? 0;
  return PICTURE.test(character) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
};

/** The start of a line without colours, at most this many columns wide; no character is cut in two. */
export const cutTo = (text: string, columns: number): string => {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const { segment } of charactersOf(text)) {
    width += widthOfOne(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`;
};

// Lines of a terminal, cut at blanks: a word that a terminal breaks in its middle is two. Pure.

/**
 * The pieces of a text without colours; a word that is longer than a line stays whole. @param columns - of the terminal
 * @param used - by what stands before the first piece @param indent - before each other piece
 */
export const wrap = (text: string, columns: number, used: number, indent: number): readonly string[] => {
  // An indentation belongs to the text.
  const [lead = ''] = /^ */.exec(text) ?? [];
  const pieces: string[] = [];
  let piece = lead;
  let room = columns - used;
  for (const word of text.slice(lead.length).split(' ')) {
    const longer = piece.trim() === '' ? `${piece}${word}` : `${piece} ${word}`;
    if (piece.trim() === '' || widthOf(longer) <= room) {
      piece = longer;
      continue;
    }
    pieces.push(piece);
    piece = word;
    room = columns - indent;
  }
  return [...pieces, piece];
};

/** The lines of a text without colours, each cut at blanks; what follows stands under its second column, if it has two. */
export const wrapLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const [lead = ''] = /^ */.exec(line) ?? [];
      const [first = lead] = /^ +\S.*? {2,}(?=\S)/.exec(line) ?? [];
      const indent = first.length > columns / 2 || first === lead ? lead.length + 2 : first.length;
      return wrap(line, columns, 0, indent).map((piece, n) => `${n === 0 ? '' : ' '.repeat(indent)}${piece}`.trimEnd());
    })
    .join('\n');
