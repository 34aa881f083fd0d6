import { describe, expect, test } from 'vitest';
import { widthOf, wrap } from '../../../src/cli/render/display-width.ts';

const TEXT = 'The agent must undo this, or report BLOCKED if it cannot or if the work needs the change.';

describe('a long line of a terminal', () => {
  test.each([40, 80, 120])('of %i columns is cut at blanks, and loses nothing', (columns) => {
    const pieces = wrap(TEXT, columns, 24, 8);
    expect(pieces.join(' ')).toBe(TEXT);
    expect(pieces.every((piece, n) => widthOf(piece) + (n === 0 ? 24 : 8) <= columns)).toBe(true);
  });

  test('keeps its indentation, and a word that fits nowhere', () => {
    expect(wrap(`  | ${'x'.repeat(50)} y`, 40, 8, 8)).toEqual(['  |', 'x'.repeat(50), 'y']);
  });

  test('that fits is one', () => {
    expect(wrap('a  b', 40, 0, 8)).toEqual(['a  b']);
    expect(wrap(TEXT, Infinity, 0, 8)).toEqual([TEXT]);
  });
});
