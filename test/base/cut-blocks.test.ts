import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBlockCutter, linesOf, placeOfLine } from '../../src/base/cut-lines.ts';

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
