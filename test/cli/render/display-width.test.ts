import { describe, expect, test } from 'vitest';
import { cutTo, widthOf, wrapLines } from '../../../src/cli/render/display-width.ts';

describe('the width of a text on a terminal', () => {
  test.each([
    ['', 0],
    ['GREEN 3', 7],
    ['✓ ▶ ○ ── █▚░·', 13],
    ['日本語', 6],
    ['한국어', 6],
    ['ｆｕｌｌ', 8],
    ['（）', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['a\u200Bb', 2],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['👍🏽', 2],
    ['🇫🇷', 2],
    ['❤\uFE0F', 2],
    ['❤', 1],
    ['1\uFE0F\u20E3', 2],
    ['\u001B[31mred\u001B[39m', 3],
  ])('of %j is %d', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test.each([
    ['short', 10, 'short'],
    ['longer than that', 10, 'longer th…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧…'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
    ['a  b', 3, 'a…'],
  ])('%j in %d columns is %j', (text, columns, cut) => {
    expect(cutTo(text, columns)).toBe(cut);
  });
});

describe('lines of sentences', () => {
  test.each([
    ['one two three', 'one two\n  three'],
    ['  - a clause of it', '  - a\n    clause\n    of it'],
    ['  cmd  says more words', '  cmd  says more words'],
    ['one\n\ntwo', 'one\n\ntwo'],
    ['a-word-longer-than-that b', 'a-word-longer-than-that\n  b'],
  ])('%j is cut at blanks', (text, cut) => {
    expect(wrapLines(text, text.includes('cmd') ? 40 : 9)).toBe(cut);
  });

  test('of two columns continue under the second, unless that is too far right', () => {
    expect(wrapLines('  cmd "T"  tells the agent', 20)).toBe('  cmd "T"  tells the\n    agent');
    expect(wrapLines('  cmd  tells the agent', 16)).toBe('  cmd  tells the\n       agent');
  });
});
