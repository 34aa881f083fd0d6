import { describe, expect, test } from 'vitest';
import { type Mutant, plant } from '../../../src/evidence/mutation-check/mutant.ts';
import { languageOf, type TextLanguage } from '../../../src/evidence/mutation-check/languages.ts';
import { findTextMutants } from '../../../src/evidence/mutation-check/text-mutants.ts';

const EVERY = { has: () => true } as unknown as ReadonlySet<number>;

/** Not one that keeps an answer of the same kind, which has a test of its own. */
const isFirst = ({ again, kind }: Mutant): boolean => again === undefined && !/^(?:input|arguments)$/.test(kind);

/** Text of each mutant, by its kind. */
const textsOf = (path: string, text: string, lines: ReadonlySet<number> = EVERY): readonly string[] => {
  const language = languageOf(path) as TextLanguage;
  return findTextMutants(path, text, lines, language)
    .filter(isFirst)
    .map((mutant) => `${mutant.kind}: ${plant(text, mutant)}`);
};

describe('the mutants of Python', () => {
  test.each([
    ['    return a + b', ['return:     return None', 'operator:     return a - b']],
    ['    x(a // b)', ['statement:     pass', 'operator:     x(a * b)']],
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
    ['    self._log.info("x = %s", 1, extra=2)'],
    ['    x = f('],
  ])('none in %s', (text) => {
    expect(textsOf('a.py', text)).toEqual([]);
  });

  test.each([
    ['    return a + b if log else c', 'operator:     return a - b if log else c'],
    ['    log = a + b', 'operator:     log = a - b'],
    ['    log.text = a + b', 'operator:     log.text = a - b'],
    ['__all__ = [(f := lambda a: a + b) and "f"]', 'operator: __all__ = [(f := lambda a: a - b) and "f"]'],
    ['__all__ = [\n    (f := lambda a: a + b)\n]', 'operator: __all__ = [\n    (f := lambda a: a - b)\n]'],
  ])('are there for code beside the name of a logger, or in the list of public names: %s', (text, expected) => {
    expect(textsOf('a.py', text)).toContain(expected);
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
    ['a.rb', '  return a if b', ['return:   return nil', 'condition:   return a unless b']],
    ['a.java', '    if (a == b) {', ['condition:     if (!(a == b)) {', 'operator:     if (a != b) {']],
    ['a.java', '    total += price;', ['statement:     ', 'operator:     total -= price;']],
    ['a.php', '    return $a . $b;', ['return:     return null;']],
  ])('%s: %s', (path, text, expected) => {
    expect(textsOf(path, text)).toEqual(expected);
  });
});

describe('the answer of a function', () => {
  test.each([
    [
      'a.go',
      'func f(a int) TYPE {\n\treturn g(a)\n}',
      'int 0, float64 0, rune 0, string "", bool false, []int nil, error nil, Cart -',
    ],
    [
      'a.rs',
      'fn f(a: i32) -> TYPE {\n    return g(a);\n}',
      'u8 0, f32 0.0, bool false, String String::new(), Option<u8> None, Vec<u8> Vec::new(), Cart -',
    ],
    [
      'a.java',
      'int g() {\n}\nTYPE f(int a) {\n    return g(a);\n}',
      'long 0, boolean false, String "", Cart null, cart -',
    ],
  ])('is nothing of its type (%s)', (path, text, types) => {
    for (const [type = '', nothing] of types.split(', ').map((row) => row.split(' ')))
      expect([
        type,
        ...textsOf(path, text.replace('TYPE', type)).flatMap(
          (each) => /^return: [^]*return ([^;\n]+)/.exec(each)?.[1] ?? [],
        ),
      ]).toEqual(nothing === '-' ? [type] : [type, nothing]);
  });
});

/** Texts of the mutants that are tested when there is nothing else, and of those of a return. */
const furtherOf = (path: string, text: string): readonly string[] =>
  findTextMutants(path, text, EVERY, languageOf(path) as TextLanguage)
    .filter((mutant) => mutant.kind === 'return' || (!isFirst(mutant) && mutant.kind !== 'constant'))
    .map(({ kind, before, after }) => `${kind}: ${before} -> ${after}`);

describe('mutants that keep an answer of the same kind', () => {
  test.each([
    [
      'a.py',
      'def clean(self, word):\n    return word.strip()\n',
      ['return: word.strip() -> None', 'return: word.strip() -> 0', 'input: word.strip() -> word'],
    ],
    [
      'a.py',
      '    if a < 2:\n        return b\n',
      ['guard: a < 2 -> False', 'operator: < -> <=', 'return: b -> None', 'return: b -> 0'],
    ],
    ['a.py', '    x = divide(a, b)\n', ['arguments: a, b -> b, a']],
    ['a.py', '    x = divide(a, b)  # twice\n', ['arguments: a, b -> b, a']],
    ['a.py', '    if a:\n\n        return b\n', ['guard: a -> False', 'return: b -> None', 'return: b -> 0']],
    [
      'a.rb',
      'def clean(word)\n  word.strip\nend\n',
      ['return: word.strip -> nil', 'return: word.strip -> 0', 'input: word.strip -> word'],
    ],
    ['a.go', 'func Twice(a int) int {\n\treturn a * 2\n}\n', ['return: a * 2 -> 0', 'input: a * 2 -> a']],
    ['a.go', 'func Name(a int) string {\n\treturn names[a]\n}\n', ['return: names[a] -> ""']],
    ['a.rs', 'pub fn twice(a: u32) -> u32 {\n    a * 2\n}\n', ['return: a * 2 -> 0', 'input: a * 2 -> a']],
    ['a.java', '  static int twice(int a) {\n    return a * 2;\n  }\n', ['return: a * 2 -> 0', 'input: a * 2 -> a']],
    ['a.java', '    if (a > 2) {\n      throw e;\n    }\n', ['guard: a > 2 -> false', 'operator: > -> >=']],
  ])('%s: %s', (path, text, expected) => {
    expect(furtherOf(path, text)).toEqual(expected);
  });

  test.each([
    ['the type differs', 'a.go', 'func Name(a int) bool {\n\treturn false\n}\n'],
    ['a check of an error in Go', 'a.go', '\tif err != nil {\n\t\treturn\n\t}\n'],
    ['arguments of any order', 'a.py', '    x = max(a, b)\n'],
    ['the parameters of a function', 'a.py', 'def divide(a, b):\n'],
    ['a condition that does not only leave', 'a.java', '    if (ready) {\n      count();\n    }\n'],
    [
      'a line that is not the last of its function',
      'a.rs',
      'fn f(a: u32) -> u32 {\n    if ready {\n        a.count()\n    }\n',
    ],
  ])('none for %s', (_, path, text) => {
    expect(furtherOf(path, text)).toEqual([]);
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
