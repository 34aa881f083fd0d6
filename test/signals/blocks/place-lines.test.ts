import { describe, expect, test } from 'vitest';
import { createLinePlacer } from '../../../src/signals/blocks/place-lines.ts';

/** The lines without those that a comment which began on an earlier line hides. */
const said = (lines: readonly string[]): readonly string[] => {
  const place = createLinePlacer().place;
  return lines.filter((line) => place(line) === 'said');
};

describe('an HTML comment', () => {
  test.each([
    ['over lines', ['<!-- a', 'b -->', 'c'], ['<!-- a', 'c']],
    ['with blank lines in it', ['<!--', '', 'a', '-->', 'c'], ['<!--', 'c']],
    ['that never ends', ['<!--', '', 'a'], ['<!--']],
    ['on one line', ['<!-- a -->', 'c'], ['<!-- a -->', 'c']],
    ['that is empty', ['<!-->', 'c'], ['<!-->', 'c']],
    ['that ends and begins again', ['<!-- a', '--> <!-- b', 'c', '-->', 'd'], ['<!-- a', 'd']],
    ['within words, over lines', ['see <!-- a', 'b', '--> x', 'c'], ['see <!-- a', 'c']],
    ['within words, left open: it ends with the paragraph', ['see <!-- a', 'b', '', 'c'], ['see <!-- a', '', 'c']],
    ['behind another on its line', ['see <!-- a --> and <!-- b', 'c', '', 'd'], ['see <!-- a --> and <!-- b', '', 'd']],
    ['that opens a fence', ['<!--', '```', '-->', 'c'], ['<!--', 'c']],
  ])('hides its content and nothing after it: %s', (_what, lines, expected) => {
    expect(said(lines)).toEqual(expected);
  });

  test('does not start in a code span', () => {
    expect(said(['write `<!--` there', 'c'])).toEqual(['write `<!--` there', 'c']);
  });
});
