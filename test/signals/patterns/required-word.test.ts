import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, PatternError } from '../../../src/signals/patterns/patterns.ts';
import { requiredWord } from '../../../src/signals/patterns/waiting-patterns.ts';
import { LEAST, parse } from '../../project/config/a-config.ts';

const words = (patterns: readonly string[]) => patterns.map((pattern) => [pattern, requiredWord(pattern)]);

describe('the word without which no line matches', () => {
  test('is the longest that stands outside of groups, without blanks', () => {
    const found = [
      ['all tasks.*completed', 'completed'],
      ['<promise>COMPLETE</promise>', '<promise>COMPLETE</promise>'],
      ['ready for review', 'review'],
      [String.raw`\bdone\b`, 'done'],
      ['all tasks (are )?(complete|done)', 'tasks'],
      [String.raw`100\.0 % of it`, '100.0'],
      ['^finished$', 'finished'],
      ['[Cc]ompleted', 'ompleted'],
      ['agree+ment', 'agree'],
    ] as const;
    expect(words(found.map(([pattern]) => pattern))).toEqual(found);
  });

  test('holds nothing that may be left out', () => {
    expect(words(['words?', 'abc*', 'abcd{0,2}e', '(?:finished)?', '(finished)*it', 'agreea?b*'])).toEqual([
      ['words?', 'word'],
      ['abc*', null],
      ['abcd{0,2}e', 'abc'],
      ['(?:finished)?', null],
      ['(finished)*it', null],
      ['agreea?b*', 'agree'],
    ]);
  });

  test('is not looked for in what is not plainly understood', () => {
    const others = ['done|finished', '(?i)done', String.raw`\Qdone\E`, String.raw`\x64one`, String.raw`\pLdone`];
    const more = ['[[:alpha:]]done', '[]a]done', String.raw`[\d]done`, 'done{x}', '(?P<name>a)done', 'a.b', 'für'];
    expect(words([...others, ...more]).map(([, word]) => word)).toEqual([...others, ...more].map(() => null));
  });

  test('stands in every line that RE2 finds the pattern in', () => {
    const pieces = [
      'task',
      'Kis',
      's',
      'k',
      'a',
      ' ',
      '.',
      '.*',
      '?',
      '*',
      '+',
      '{2}',
      '{0,1}',
      '|',
      '(',
      '(?:',
      ')',
      '^',
      '$',
      String.raw`\b`,
      String.raw`\.`,
      String.raw`\d`,
      '[ab]',
      '[^k]',
      'é',
      '-',
      '{',
      ']',
      '(?i)',
      String.raw`\x6b`,
    ];
    const piece = fc.constantFrom(...pieces);
    const bit = fc.constantFrom(
      'task',
      'TASK',
      'Kis',
      's',
      'a',
      'aa',
      'b',
      ' ',
      '.',
      '1',
      'é',
      '-',
      'ſ',
      '\u212A',
      '{',
    );
    const line = fc.array(bit, { maxLength: 8 }).map((bits) => bits.join(''));
    let matches = 0;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 6 }),
        fc.nat(6),
        fc.array(line, { maxLength: 4 }),
        (parts, at, lines) => {
          const all = parts.toSpliced(at, 0, 'task');
          const pattern = compileOrSkip(all.join(''));
          const word = requiredWord(pattern.source)?.toLowerCase() ?? null;
          if (word === null) return;
          const plain = all.map((part) => SAMPLES[part] ?? part).join('');
          const others = [plain, plain.toUpperCase(), plain.replaceAll('s', 'ſ').replaceAll('k', '\u212A')];
          for (const each of [...lines, ...others]) {
            if (!pattern.test(each)) continue;
            matches += 1;
            expect(each.toLowerCase().replaceAll('ſ', 's')).toContain(word);
          }
        },
      ),
      { numRuns: 1_000 },
    );
    expect(matches).toBeGreaterThan(300);
  });

  test('is there for every pattern and keyword of a preset', () => {
    const patterns = parse(`${LEAST}preset: cub\n`).exit_gate?.patterns ?? [];
    const keywords = parse(`${LEAST}preset: doyaken\n`).confidence?.keywords ?? [];
    expect([...patterns, ...keywords].filter((pattern) => requiredWord(pattern) === null)).toEqual([]);
    expect([patterns.length, keywords.length].every((count) => count > 2)).toBe(true);
  });
});

/** Text that a piece of a pattern matches, if it is not the piece itself. */
const SAMPLES: Readonly<Record<string, string>> = {
  '.': 'x',
  '.*': '',
  '?': '',
  '*': '',
  '+': '',
  '{0,1}': '',
  '(': '',
  '(?:': '',
  ')': '',
  '^': '',
  $: '',
  '[ab]': 'a',
  '[^k]': 'z',
  '(?i)': '',
  [String.raw`\b`]: '',
  [String.raw`\.`]: '.',
  [String.raw`\d`]: '1',
  [String.raw`\x6b`]: 'k',
};

const compileOrSkip = (source: string) => {
  try {
    return compilePattern(source, { ignoreCase: true });
  } catch (error) {
    fc.pre(!(error instanceof PatternError));
    throw error;
  }
};
