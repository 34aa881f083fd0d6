import { describe, expect, test } from 'vitest';
import { plant } from '../../src/mutation-check/mutant.ts';
import { languageOf, type TextLanguage } from '../../src/mutation-check/languages.ts';
import { findTextMutants } from '../../src/mutation-check/text-mutants.ts';

const EVERY = { has: () => true } as unknown as ReadonlySet<number>;

/** Text of each mutant, by its kind. */
const textsOf = (path: string, text: string, lines: ReadonlySet<number> = EVERY): readonly string[] => {
  const language = languageOf(path) as TextLanguage;
  return findTextMutants(path, text, lines, language)
    .filter(({ again }) => again === undefined)
    .map((mutant) => `${mutant.kind}: ${plant(text, mutant)}`);
};

describe('the mutants of Python', () => {
  test.each([
    ['    return a + b', ['return:     return None', 'operator:     return a - b']],
    ['    if a < 2:', ['condition:     if not (a < 2):', 'operator:     if a >= 2:', 'constant:     if a < 3:']],
    ['    elif a and not b:', ['condition:     elif not (a and not b):', 'operator:     elif a or not b:']],
    ["    raise ValueError('too large')", ['statement:     pass']],
    ['    done = True', ['constant:     done = False']],
    ['    self.items.append(x)', ['statement:     pass']],
    ["    return 'a + 1'", ["constant:     return ''", 'return:     return None']],
    [
      '    return word.upper() + "!"',
      ['return:     return None', 'operator:     return word.upper() - "!"', 'constant:     return word.upper() + ""'],
    ],
  ])('%s', (text, expected) => {
    expect(textsOf('a.py', text)).toEqual(expected);
  });

  test.each([
    ['# a + 1'],
    ['import os'],
    ['from a import b'],
    ['def f(a):'],
    ['@decorated'],
    ['    """Says 1 + 1 == 2."""'],
    ['    return None'],
    ['    print(1 + 1)'],
    ['    logger.info("x", 1)'],
    ['    x = f('],
  ])('none in %s', (text) => {
    expect(textsOf('a.py', text)).toEqual([]);
  });

  test('are those of the given lines', () => {
    expect(textsOf('a.py', 'a = 1\nb = 1\n', new Set([2]))).toEqual(['constant: a = 1\nb = 0\n']);
  });

  test('are none within a docstring of several lines', () => {
    expect(textsOf('a.py', '"""\nx = 1 + 1\n"""\n')).toEqual([]);
  });
});

describe('the mutants of other languages', () => {
  test.each([
    ['a.go', '\tif n <= 0 {', ['condition: \tif !(n <= 0) {', 'operator: \tif n > 0 {', 'constant: \tif n <= 1 {']],
    ['a.go', '\treturn a + b', ['operator: \treturn a - b']],
    ['a.go', '\tcount = count + 1', ['operator: \tcount = count - 1', 'constant: \tcount = count + 0']],
    ['a.rs', '    a && b', ['operator:     a || b']],
    ['a.rs', "fn f<'a>(x: &'a str) -> Vec<u8> {", []],
    [
      'a.rs',
      '    if x == 2 {',
      ['condition:     if !(x == 2) {', 'operator:     if x != 2 {', 'constant:     if x == 3 {'],
    ],
    ['a.rb', '  return a if b', ['return:   return nil']],
    ['a.java', '    if (a == b) {', ['condition:     if (!(a == b)) {', 'operator:     if (a != b) {']],
    ['a.java', '    total += price;', ['statement:     ', 'operator:     total -= price;']],
    ['a.php', '    return $a . $b;', ['return:     return null;']],
  ])('%s: %s', (path, text, expected) => {
    expect(textsOf(path, text)).toEqual(expected);
  });
});

describe('the language of a file', () => {
  test.each(['a.js', 'a.mjs', 'a.cts', 'a.tsx', 'a.jsx'])('%s is a script', (path) => {
    expect(languageOf(path)).toBe('script');
  });

  test.each(['a.d.ts', 'a.d.mts', 'a.json', 'a.md', 'Makefile', 'a.yaml', 'a.constructor'])(
    '%s can have no faults',
    (path) => {
      expect(languageOf(path)).toBe(null);
    },
  );
});
