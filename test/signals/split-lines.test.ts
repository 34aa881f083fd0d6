import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineSplitter, type Line, MAX_LINE_LENGTH } from '../../src/signals/split-lines.ts';

const split = (chunks: readonly string[]): readonly Line[] => {
  const lines: Line[] = [];
  const splitter = createLineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.write(chunk);
  splitter.end();
  return lines;
};

describe('lines', () => {
  test('end at a line feed and at the end', () => {
    expect(split(['a\n\nb\r\nc'])).toEqual([
      { text: 'a', number: 1, cut: false },
      { text: '', number: 2, cut: false },
      { text: 'b\r', number: 3, cut: false },
      { text: 'c', number: 4, cut: false },
    ]);
  });

  test('are the same for any chunking', () => {
    const pieces = fc.array(fc.oneof(fc.string(), fc.constant('\n'), fc.constant('x'.repeat(40_000))), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, (chunks) => {
        expect(split(chunks)).toEqual(split([chunks.join('')]));
      }),
    );
  });

  test('that are too long are cut, and the next one is whole', () => {
    expect(split(['x'.repeat(MAX_LINE_LENGTH), 'x', '\nb'])).toEqual([
      { text: 'x'.repeat(MAX_LINE_LENGTH), number: 1, cut: true },
      { text: 'b', number: 2, cut: false },
    ]);
  });
});
