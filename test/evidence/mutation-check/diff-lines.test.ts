import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines, dropHunk } from '../../../src/evidence/mutation-check/order-mutants.ts';

const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

describe('the hunks between two texts', () => {
  test('are none where nothing changed', () => {
    expect(diffLines(text('a', 'b'), text('a', 'b'))).toEqual([]);
  });

  test('are one where one line changed', () => {
    expect(diffLines(text('a', 'b', 'c'), text('a', 'x', 'c'))).toEqual([{ line: 2, lines: 1, before: 'b\n' }]);
  });

  test('are several, separate, with the replaced lines', () => {
    expect(diffLines(text('a', 'b', 'c', 'd', 'e'), text('x', 'b', 'c', 'y', 'z', 'e'))).toEqual([
      { line: 1, lines: 1, before: 'a\n' },
      { line: 4, lines: 2, before: 'd\n' },
    ]);
  });

  test('are added lines', () => {
    expect(diffLines(text('a', 'd'), text('a', 'b', 'c', 'd'))).toEqual([{ line: 2, lines: 2, before: '' }]);
  });

  test('are removed lines', () => {
    expect(diffLines(text('a', 'b', 'c'), text('a', 'c'))).toEqual([{ line: 2, lines: 0, before: 'b\n' }]);
  });

  test('are all lines of a new text', () => {
    expect(diffLines('', text('a', 'b'))).toEqual([{ line: 1, lines: 2, before: '' }]);
  });

  test('are not other line ends', () => {
    expect(diffLines('a\r\nb\r\n', 'a\nb\n')).toEqual([]);
  });

  test('separate lines removed from the middle', () => {
    expect(diffLines(text('a', 'b', 'a', 'c', 'a', 'd'), text('a', 'b', 'x', 'c', 'a', 'd', 'e'))).toEqual([
      { line: 3, lines: 1, before: 'a\n' },
      { line: 7, lines: 1, before: '' },
    ]);
  });

  test('restore the old text when they are dropped from the last to the first', () => {
    const lines = array(constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }).map((each) => text(...each));
    assert(
      property(lines, lines, (before, after) => {
        const hunks = diffLines(before, after);
        expect(hunks.toReversed().reduce(dropHunk, after)).toBe(before);
        const changed = hunks.reduce((sum, each) => sum + each.lines + each.before.split('\n').length - 1, 0);
        expect(changed).toBe(distance(before.split('\n'), after.split('\n')));
      }),
      { numRuns: 500 },
    );
  });

  test('of texts that have little in common are one, and quickly found', () => {
    const many = (word: string) => text(...Array.from({ length: 5_000 }, (_, i) => `${word}${i}`));
    expect(diffLines(many('a'), many('b'))).toEqual([{ line: 1, lines: 5_000, before: many('a') }]);
  });
});

/** Lines that have to go and to come, by the plain table. */
const distance = (old: readonly string[], now: readonly string[]): number => {
  let row = now.map((_, i) => i + 1);
  row = [0, ...row];
  for (const [i, line] of old.entries()) {
    const next = [i + 1];
    for (const [j, other] of now.entries()) {
      next.push(line === other ? (row[j] ?? 0) : 1 + Math.min(row[j + 1] ?? 0, next[j] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
