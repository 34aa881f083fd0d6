/**
 * Ticks the boxes of a spec: those that are its acceptance criteria, and no others. Every other byte stays.
 *
 * @module
 */
import { readCriteria } from '../../evidence/criteria.ts';

/** Up to the box that the line begins with; a comment may stand anywhere before it. */
const BOX = /^((?:.*?-->)??(?:\s|<!--.*?-->)*(?:[-*+]|\d{1,9}[.)])(?:\s|<!--.*?-->)+\[) (\])/;

/** The same bytes with every criterion ticked; the same buffer again is one that was ticked. */
export const tickBoxes = (spec: Buffer): Buffer => {
  const open = new Set(readCriteria(spec.toString('utf8')).flatMap(({ ticked, line }) => (ticked ? [] : [line])));
  // One character a byte: a file that is not UTF-8 loses nothing.
  const pieces = spec.toString('latin1').split(/(\r\n|\n|\r)/);
  const ticked = pieces.map((piece, i) => (i % 2 === 0 && open.has(i / 2 + 1) ? tick(piece) : piece));
  return Buffer.from(ticked.join(''), 'latin1');
};

const UTF8_BOM = '\u00ef\u00bb\u00bf';

const tick = (line: string): string =>
  line.startsWith(UTF8_BOM) ? `${UTF8_BOM}${tick(line.slice(UTF8_BOM.length))}` : line.replace(BOX, '$1x$2');

/** Whether there are criteria, and each of them is ticked. */
export const isTicked = (spec: Buffer): boolean => {
  const criteria = readCriteria(spec.toString('utf8'));
  return criteria.length > 0 && criteria.every(({ ticked }) => ticked);
};
