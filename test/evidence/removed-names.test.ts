import { describe, expect, test } from 'vitest';
import { findRemovedNames } from '../../src/evidence/measures/removed-names.measure.ts';

const files = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
const look = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  findRemovedNames(files(before), files(after), (path) => path.startsWith('test/')).map(
    ({ path, name }) => `${path} ${name}`,
  );

describe('a public name', () => {
  test.each([
    ['a.js', 'export const one = 1;\nexport function two() {}\n', 'export const one = 1;\n', 'two'],
    ['a.cjs', 'exports.one = 1;\n', '', 'one'],
    ['a.js', 'export { one as two, // The {first}.\n  /* a, b */ three };\n', 'export { three };\n', 'two'],
    ['a.ts', "export type { One } from './b.ts';\n", '', 'One'],
    ['a.ts', 'export default class One {}\n', 'class One {}\n', 'One'],
    ['a.py', 'def one():\n    pass\ndef _two(): pass\n', '', 'one'],
    ['a.go', 'func (a A) One() {}\nfunc two() {}\n', '', 'One'],
    ['a.rs', 'pub fn one() {}\nfn two() {}\n', '', 'one'],
    ['A.java', '  public static int one(int a) {\n', '', 'one'],
    ['a.rb', '  def self.one\n  end\n', '', 'one'],
  ])('that is gone is found: %s', (path, before, after, name) => {
    expect(look({ [path]: before }, { [path]: after })).toEqual([`${path} ${name}`]);
  });

  test('of a removed file is found', () => {
    expect(look({ 'a.js': 'export const one = 1;' }, {})).toEqual(['a.js one']);
  });

  test.each([
    ['moved to another file', { 'a.js': 'export const one = 1;' }, { 'b.js': 'export const one = 1;' }],
    ['that stays, with another body', { 'a.js': 'export const one = 1;' }, { 'a.js': 'export const one = 2;' }],
    [
      'that is exported in another form',
      { 'a.js': 'export const one = 1;' },
      { 'a.js': 'const one = 1;\nexport { one };' },
    ],
    [
      'in a list that gets a comment',
      { 'a.js': 'export { one };' },
      { 'a.js': 'export {\n  /** Not {two}. */\n  one, // https://example.org/{one}\n};' },
    ],
    ['of a default', { 'a.js': 'const one = 1;\nexport { one as default };' }, {}],
    ['of a test', { 'test/a.js': 'export const one = 1;' }, {}],
    ['that was never public', { 'a.js': 'const one = 1;' }, {}],
  ])('%s is not', (_, before, after) => {
    expect(look(before, after)).toEqual([]);
  });
});
