import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLineCutter } from '../../src/base/cut-lines.ts';

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
