import { describe, expect, test } from 'vitest';
import { plant } from '../../../src/evidence/mutation-check/mutant.ts';
import { languageOf, type TextLanguage } from '../../../src/evidence/mutation-check/languages.ts';
import { findTextMutants } from '../../../src/evidence/mutation-check/text-mutants.ts';

const EVERY = { has: () => true } as unknown as ReadonlySet<number>;
const mutantsOf = (path: string, text: string): readonly string[] =>
  findTextMutants(path, text, EVERY, languageOf(path) as TextLanguage).map((mutant) => plant(text, mutant));

describe('the idioms of a language make mutants', () => {
  test.each([
    ['a.rb', '  names.select { |name| name.any? }', '  names.reject { |name| name.any? }'],
    ['a.rb', '  names.select { |name| name.any? }', '  names.select { |name| name.none? }'],
    ['a.rb', '  names&.map(&:to_s)', '  names&.each(&:to_s)'],
    ['a.rb', '  return [] unless names', '  return [] if names'],
    ['a.rb', '    next', '    break'],
    ['a.go', '\tfor _, name := range names {', '\tfor _, name := range names[:0] {'],
    ['a.go', '\tname = strings.ToUpper(name)', '\tname = strings.ToLower(name)'],
    ['a.go', '\tnames = append(names, name)', '\tnames = names'],
    ['a.go', '\t\tcontinue', '\t\tbreak'],
    ['a.rs', '    names.iter().filter(|name| name.len() > 2)', '    names.iter().filter(|name| !(name.len() > 2))'],
    ['a.rs', '    names.iter().any(|name| ok(name))', '    names.iter().all(|name| ok(name))'],
    ['a.rs', '        Unit::Week => 7,', '        Unit::Week => Default::default(),'],
    ['a.rs', '        n if n > 7 => many(n),', '        n if !(n > 7) => many(n),'],
    ['a.rs', '    let n = text.parse()?;', '    let n = text.parse().unwrap();'],
    ['a.rs', '    names.iter().rev().collect()', '    names.iter().collect()'],
  ])('%s: %s', (path, text, mutant) => {
    expect(mutantsOf(path, text)).toContain(mutant);
  });

  test.each([
    ['a.rb', '  # names.map if x'],
    ['a.go', '\tx := map[string]int{}'],
    ['a.rs', '    let same: Option<u8> = None;'],
  ])('none in %s: %s', (path, text) => {
    expect(mutantsOf(path, text)).toEqual([]);
  });
});

describe('no mutant is made that looks the same', () => {
  test.each([
    ['a.py', '__all__ = ["one"] + ["two"]'],
    ['a.py', '__all__ = [\n    "one"\n    "two"\n]'],
    ['a.py', '__all__.extend(["one", "two"])'],
  ])('in the list of public names: %s: %s', (path, text) => {
    expect(mutantsOf(path, text)).toEqual([]);
  });

  test.each([
    ['def f(x):\n    return str(x)', 'def f(x):\n    return x'],
    ['def f(x, y):\n    return isclose(x, y)', 'def f(x, y):\n    return isclose(y, x)'],
  ])('of a text of a text, or of a call without order: %s', (text, same) => {
    expect(mutantsOf('a.py', text)).not.toContain(same);
    expect(mutantsOf('a.py', text)).toContain(text.replace(/return .*/, 'return None'));
  });

  test('but one of what follows such a list is', () => {
    expect(mutantsOf('a.py', '__all__ = [\n    "one",\n]\nx = 1\n')).toEqual(['__all__ = [\n    "one",\n]\nx = 0\n']);
  });
});
