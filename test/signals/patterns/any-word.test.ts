import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inAnyCase } from '../../../src/signals/patterns/patterns.ts';

test('the first of several words is found, wherever it stands and in whatever case, and nothing that is none', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', 'B', '!', '<', '\n'), minLength: 20, maxLength: 40 });
  const word = fc.string({ unit: fc.constantFrom('a', 'B', '<'), minLength: 2, maxLength: 4 });
  let found = 0;
  fc.assert(
    fc.property(text, fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(10), (said, words, from) => {
      const places = words
        .map((each) => said.toLowerCase().indexOf(each.toLowerCase(), from))
        .filter((place) => place !== -1);
      found += places.length;
      expect(inAnyCase(words).find(Buffer.from(said), from)).toBe(places.length === 0 ? -1 : Math.min(...places));
    }),
    { numRuns: 2_000 },
  );
  expect(found).toBeGreaterThan(500);
});
