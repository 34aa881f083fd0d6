import { describe, expect, test } from 'vitest';
import { cutTo, widthOf } from '../../../src/cli/render/display-width.ts';

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
