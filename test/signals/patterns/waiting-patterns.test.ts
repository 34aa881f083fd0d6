import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { holdTail } from '../../../src/signals/patterns/waiting-patterns.ts';
import { createPatternFinder } from '../../../src/signals/patterns/find-keywords.ts';
import { normaliseLine, createLineScanner } from '../../../src/signals/patterns/scan-lines.ts';
import { compilePattern } from '../../../src/signals/patterns/patterns.ts';

const PATTERNS = ['all tasks.*completed', String.raw`\bdone\b`, 'ready for review', '<ok>', 'Kiss(es)?'] as const;
/** Of these the word that must stand in a line is not known. */
const ANY = [...PATTERNS, 'finished|over'] as const;

const COMPILED = new Map(ANY.map((source) => [source, compilePattern(source, { ignoreCase: true })]));

const find = (text: string, patterns: readonly string[], chunkBytes: number): readonly string[] => {
  const finder = createPatternFinder(patterns, '');
  const scanner = createLineScanner(finder.search, ({ text: line }) => finder.see(line));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) scanner.write(bytes.subarray(at, at + chunkBytes));
  scanner.end();
  return finder.found();
};

const plainly = (text: string, patterns: readonly string[]): readonly string[] =>
  patterns.filter((source) =>
    text.split('\n').some((line) => COMPILED.get(source)?.test(normaliseLine(line, false)) === true),
  );

describe('a pattern is found', () => {
  test.each([
    ['where another letter stands for an s', 'kiſſ', ['Kiss(es)?']],
    ['where the sign of Kelvin stands for a k', '\u212Aiss', ['Kiss(es)?']],
    ['behind a no-break space', 'ready\u00A0for\u00A0review', ['ready for review']],
    ['where a colour begins in its word', 'I am DO\u001B[1mNE', [String.raw`\bdone\b`]],
    ['where a colour of one character begins in it', 'I am D\u009B1mone', [String.raw`\bdone\b`]],
    ['where a colour and another letter stand in it', 'kiſ\u001B[1ms', ['Kiss(es)?']],
    ['where a link begins in it', '<\u001B]8;;https://a.b\u0007OK\u001B]8;;\u0007>', ['<ok>']],
  ])('%s', (_where, line, expected) => {
    expect(find(`so\n${line}\nand on\n`, PATTERNS, 1_000)).toEqual(expected);
    expect(plainly(line, PATTERNS)).toEqual(expected);
  });
});

test('patterns are found in the lines in which RE2 finds them, however they are coloured, spelt and cut', () => {
  const bit = fc.constantFrom(
    'All tasks',
    'tasks',
    ' are ',
    'completed',
    'COMPLETED',
    'done',
    'undone',
    'ready for',
    '\u00A0review',
    ' ',
    'taſks',
    '\u212Aiſſ',
    'kiss',
    '<OK',
    '>',
    'over',
    '\n',
    '\u001B[1m',
    '\u009B0m',
    '\u001B]8;;x\u0007',
    'é',
  );
  let found = 0;
  const text = fc.array(bit, { maxLength: 30 }).map((bits) => bits.join(''));
  fc.assert(
    fc.property(
      text,
      fc.nat(60),
      fc.constantFrom(3, 11, 1_000, 1_001),
      fc.constantFrom(PATTERNS, ANY),
      (said, at, chunk, patterns) => {
        const cut = `${said.slice(0, at)}\u001B[32m${said.slice(at)}`;
        const expected = plainly(cut, patterns);
        found += expected.length;
        expect(find(cut, patterns, chunk)).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
  expect(found).toBeGreaterThan(100);
});

test('the end of a message is held, and what lies before it is dropped, in order, however the message is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 12 })), fc.integer({ min: 1, max: 9 }), (chunks, most) => {
      const dropped: Buffer[] = [];
      const tail = holdTail(most, (bytes) => dropped.push(Buffer.from(bytes)));
      for (const chunk of chunks) {
        const lent = Buffer.from(chunk);
        tail.write(lent);
        lent.fill(0xff);
      }
      const all = Buffer.concat(chunks);
      const cut = Math.max(0, all.length - most);
      expect(Buffer.concat(dropped)).toEqual(all.subarray(0, cut));
      expect(Buffer.concat(tail.rest())).toEqual(all.subarray(cut));
      expect(tail.isCut()).toBe(cut > 0);
    }),
  );
});
