import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { inAnyCase, compilePattern, PatternError } from '../../../src/signals/patterns/patterns.ts';

const problemOf = (source: string): string => {
  try {
    compilePattern(source);
  } catch (error) {
    if (error instanceof PatternError) return error.problem;
  }
  return 'none';
};

describe('a pattern of a config', () => {
  test('is found anywhere in a line, and in any case if the pattern says so', () => {
    const loose = compilePattern('all tasks (are )?(complete|done)', { ignoreCase: true });
    expect([loose.source, loose.test('So: All Tasks are DONE!'), loose.test('all tasks wait')]).toEqual([
      'all tasks (are )?(complete|done)',
      true,
      false,
    ]);
    expect(compilePattern('^done$').test('Done')).toBe(false);
    expect(compilePattern(String.raw`\bdone\b`).test('undone')).toBe(false);
  });

  test('is refused for what RE2 has not, by the name under which people know it', () => {
    const refused = (what: string) => `uses ${what}, which RE2 does not support. Write the pattern without it`;
    expect(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', String.raw`(a)\1`, '(?>a)b'].map(problemOf)).toEqual([
      refused('look-around'),
      refused('look-around'),
      refused('look-around'),
      refused('look-around'),
      refused('a back reference'),
      refused('an atomic group'),
    ]);
    expect(['(', '[a', 'a**', 'a{1001}'].map(problemOf)).toEqual([
      'is not a valid RE2 pattern: missing closing ): `(`',
      'is not a valid RE2 pattern: missing closing ]: `[a`',
      'is not a valid RE2 pattern: invalid nested repetition operator: `**`',
      'is not a valid RE2 pattern: invalid repeat count: `{1001}`',
    ]);
  });

  test('is refused when it is empty or too large', () => {
    expect(['', 'a'.repeat(1_001), '(?:.{1,40}){20}x'].map(problemOf)).toEqual([
      'is empty, and would match every line',
      'can have at most 1000 characters (got 1001). Split it into several patterns',
      'repeats too much: 1583 instructions of at most 1000. Repeat less',
    ]);
    expect(problemOf('a'.repeat(900))).toBe('none');
  });

  test('says the pattern and the way out in its error', () => {
    expect(() => compilePattern('(?=a)')).toThrow(
      'Cannot use the pattern /(?=a)/: it uses look-around, which RE2 does not support. Write the pattern without it.',
    );
  });
});

// An engine that backtracks would still be at the first of these when the sun goes out: the time limit of the test is the claim.
test.each(['(a+)+$', '(a|a)*c$', '(.*)*c$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x+x+)+y|(a+a+)+c', '(a|b)*a(a|b){20}$'])(
  'a line made to hang /%s/ is answered at once',
  (source) => {
    const evil = compilePattern(source);
    const line = `c${'a'.repeat(60_000)}!`;
    for (let round = 0; round < 20; round += 1) expect(evil.test(`${line}${round}`)).toBe(false);
  },
);

test('of a line without end no more is looked at than of any other', () => {
  const last = compilePattern('end$');
  expect([last.test(`${'.'.repeat(65_533)}end`), last.test(`${'.'.repeat(65_534)}end`)]).toEqual([true, false]);
  expect(compilePattern('^x').test(`x${'.'.repeat(10_000_000)}`)).toBe(true);
});

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
