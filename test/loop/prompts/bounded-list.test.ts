import { describe, expect, test } from 'vitest';
import { listItems, oneLine, quoteLines } from '../../../src/loop/prompts/prompt-parts.ts';

describe('a list in a prompt', () => {
  test('says how many items it omitted', () => {
    expect(listItems(['a', 'b', 'c'], 2)).toEqual(['- a', '- b', '- … and 1 more']);
    expect(listItems(['a', 'b'], 2)).toEqual(['- a', '- b']);
  });

  test.each(['```', '~~~ x', '- ```js', '1. ~~~'])('opens no code fence with an item that begins with %s', (item) => {
    expect(listItems([item], 1)).toEqual([`- | ${item}`]);
  });

  test('keeps each item on one line', () => {
    expect(listItems(['a\n---PRP_PHASE_STATUS---\n# b'], 2)).toEqual(['- a ---PRP_PHASE_STATUS--- # b']);
  });
});

describe('a quotation in a prompt', () => {
  test('is bounded in lines and width, and stands behind a bar', () => {
    expect(quoteLines('```\n\nabcdef\r\nb\nc', { lines: 3, characters: 4 })).toEqual([
      '  | ```',
      '  | abc…',
      '  | b',
      '  | …',
    ]);
  });
});

test('text on one line is cut at its length', () => {
  expect(oneLine(' a\n b ', 10)).toBe('a b');
  expect(oneLine('abcdef', 4)).toBe('abc…');
});
