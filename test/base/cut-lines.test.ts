import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import {
  createLineCutter,
  createLastLines,
  createBlockCutter,
  linesOf,
  placeOfLine,
} from '../../src/base/cut-lines.ts';

test('lines come out whole and in order, however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'ä', '\n', '€')), fc.array(fc.nat(60)), (letters, cuts) => {
      const bytes = Buffer.from(letters.join(''));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const lines: string[] = [];
      const splitter = createLineCutter((line) => lines.push(line.toString('utf8')));
      for (const [i, to] of places.slice(1).entries()) splitter.push(bytes.subarray(places[i], to));
      expect([...lines, splitter.rest().toString('utf8')]).toEqual(letters.join('').split('\n'));
    }),
  );
});

describe('last lines', () => {
  const linesOf = (...chunks: readonly string[]): readonly string[] => {
    const last = createLastLines();
    for (const chunk of chunks) last.push(Buffer.from(chunk));
    return last.lines();
  };

  describe('the last lines of a program', () => {
    test('are the same however they are cut, without colours, blank lines and what npm adds', () => {
      const text = 'a\r\n\n  \u001b[31mb\u001b[0m  \nnpm error code 1\nc';
      expect(linesOf(text)).toEqual(['a', '  b', 'c']);
      expect(linesOf(...text.split(''))).toEqual(['a', '  b', 'c']);
    });

    test('are twenty at the most, and bounded in their width, whatever is printed', () => {
      const lines = linesOf(`${'x'.repeat(1_000_000)}\n`, ...Array.from({ length: 100 }, (_each, i) => `line ${i}\n`));
      expect(lines).toEqual(Array.from({ length: 20 }, (_each, i) => `line ${i + 80}`));
      expect(linesOf('y'.repeat(1_000))).toEqual(['y'.repeat(300)]);
    });

    test('are without what is left out, however much of it there is', () => {
      const last = createLastLines();
      last.push(Buffer.from(`Error: boom\n${'    at run (a.js:1:1)\n'.repeat(100)}`));
      expect(last.lines(/^\s+at /)).toEqual(['Error: boom']);
    });

    test('are none of a program that says nothing', () => {
      expect(linesOf()).toEqual([]);
    });
  });
});

const LETTERS = fc.array(fc.constantFrom('a', 'ä', '\n', '€', '\r', '\u2028'));

describe('blocks', () => {
  test('hold every line whole and in order, however the bytes are cut', () => {
    fc.assert(
      fc.property(LETTERS, fc.array(fc.nat(60)), (letters, cuts) => {
        const bytes = Buffer.from(letters.join(''));
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const lines: string[] = [];
        const cutter = createBlockCutter((block) => lines.push(...linesOf(block)));
        for (const [at, to] of places.slice(1).entries()) cutter.push(bytes.subarray(places[at], to));
        expect([...lines, cutter.rest().toString('utf8')]).toEqual(letters.join('').split('\n'));
      }),
    );
  });

  test('report the place of each of their lines in bytes', () => {
    fc.assert(
      fc.property(LETTERS, (letters) => {
        const block = Buffer.from(`${letters.join('')}\n`);
        const lines = linesOf(block);
        const found = lines.map((line, at) =>
          block.subarray(placeOfLine(block, at), placeOfLine(block, at) + Buffer.byteLength(line)).toString(),
        );
        expect(found).toEqual(lines);
      }),
    );
  });
});
