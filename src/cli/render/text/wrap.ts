/**
 * Lines of a terminal, cut at blanks: a word that a terminal breaks in its middle is two. Pure.
 *
 * @module
 */
import { widthOf } from './display-width.ts';

/**
 * The pieces of a text without colours; a word that is longer than a line stays whole.
 *
 * @param columns - of the terminal
 * @param used - by what stands before the first piece
 * @param indent - before each other piece
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
