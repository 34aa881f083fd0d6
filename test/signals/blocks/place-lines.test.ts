import { describe, expect, test } from 'vitest';
import { createLinePlacer } from '../../../src/signals/blocks/place-lines.ts';

describe('place lines', () => {
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
      [
        'behind another on its line',
        ['see <!-- a --> and <!-- b', 'c', '', 'd'],
        ['see <!-- a --> and <!-- b', '', 'd'],
      ],
      ['that opens a fence', ['<!--', '```', '-->', 'c'], ['<!--', 'c']],
    ])('hides its content and nothing after it: %s', (_what, lines, expected) => {
      expect(said(lines)).toEqual(expected);
    });

    test('does not start in a code span', () => {
      expect(said(['write `<!--` there', 'c'])).toEqual(['write `<!--` there', 'c']);
    });
  });
});

describe('code fence', () => {
  /** Which of the lines are said; `!` stands for a backtick. */
  const said = (...lines: readonly string[]): readonly string[] => {
    const place = createLinePlacer().place;
    return lines.filter((line) => place(line.replaceAll('!', '`')) === 'said');
  };

  describe('a fence', () => {
    test.each([
      ['backticks', ['!!!', 'a', '!!!', 'b']],
      ['tildes, with an info string of anything', ['~~~ x!y', 'a', '~~~', 'b']],
      ['an info string', ['!!!text title="x"', 'a', '!!!', 'b']],
      ['a closer that is longer', ['!!!', 'a', '!!!!!', 'b']],
      ['a closer that is indented a little', ['!!!', 'a', '   !!!', 'b']],
      ['an indented one', ['  !!!', '  a', '  !!!', 'b']],
      ['one deep in a list', ['      !!!', '      a', '      !!!', 'b']],
      ['one behind a list mark', ['- 1. !!!', '     a', '     !!!', 'b']],
      ['a tab before it', ['\t!!!', '\ta', '    !!!', 'b']],
    ])('hides its content and nothing after it: %s', (_what, lines) => {
      expect(said(...lines)).toEqual(['b']);
    });

    test.each([
      ['a shorter one', ['!!!!', '!!!', 'b']],
      ['one of another kind', ['!!!', '~~~', 'b']],
      ['one with an info string', ['!!!', '!!!js', 'b']],
      ['one that is indented like code', ['!!!', '    !!!', 'b']],
      ['none', ['!!!', 'a', '', 'b']],
    ])('is not closed by %s', (_what, lines) => {
      expect(said(...lines)).toEqual([]);
    });

    test.each([
      ['two backticks', ['!!', 'b']],
      ['a code span in a line', ['!!!x!!!', 'b']],
      ['a quoted fence', ['> !!!', 'b']],
      ['backticks behind words', ['see !!!', 'b']],
    ])('is not opened by %s', (_what, lines) => {
      expect(said(...lines)).toContain('b');
    });
  });

  describe('a fence that could have ended with its list item, or not', () => {
    test.each([
      ['the item ends and a fence at the margin begins', ['- !!!', '!!!', 'quoted', '!!!']],
      ['the same, under an item', ['  !!!', '!!!', 'quoted', '!!!']],
      ['words at the margin end the item', ['  !!!', 'words', '  !!!', 'quoted', '  !!!']],
    ])('hides all that follows: %s', (_what, lines) => {
      expect(said(...lines)).toEqual([]);
    });
  });
});
