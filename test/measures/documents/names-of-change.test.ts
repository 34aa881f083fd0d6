import { expect, test } from 'vitest';
import { namesOfChange } from '../../../src/measures/documents/names-of-change.ts';

const namesIn = (path: string, text: string) =>
  [...namesOfChange([{ path, text, lines: new Set(text.split('\n').map((_, at) => at + 1)) }], [])].filter(
    (name) => name !== 'file',
  );

test.each([
  [
    'src/file.ts',
    'export const slugify = (text: string) => text;\nexport async function toWords() {}',
    ['slugify', 'toWords'],
  ],
  [
    'src/file.ts',
    'class Basket {\n  addItem(price: number) {\n    return for (const a of b) {\n',
    ['Basket', 'addItem'],
  ],
  ['src/file.py', 'async def parse_duration(text):\n    return 1\nclass Duration:', ['parse_duration', 'Duration']],
  ['file.go', 'func (b *Basket) AddItem(price int) error {\nfunc NewBasket() Basket {', ['AddItem', 'NewBasket']],
  ['src/file.rs', 'pub fn slugify(text: &str) -> String {\npub struct Slug {', ['slugify', 'Slug']],
  ['file.rb', 'def self.slugify(text)\n  def words', ['slugify', 'words']],
  ['file.java', 'public static String slugify(String text) {\npublic record Slug(String text) {}', ['slugify', 'Slug']],
])('are what the new lines of %s declare', (path, text, names) => {
  expect(namesIn(path, text)).toEqual(expect.arrayContaining(names));
});

test('are the files too, but for those that every project has, and the criteria', () => {
  const lines = new Set<number>();
  const files = ['src/slug.ts', 'src/index.ts'].map((path) => ({ path, text: '', lines }));
  expect([...namesOfChange(files, ['AC-1'])]).toEqual(['slug', 'AC-1']);
});

test('are none without changed code, and no line that stayed gives one', () => {
  expect([...namesOfChange([], ['AC-1'])]).toEqual([]);
  const text = 'const old = 1;\nconst fresh = 2;';
  expect([...namesOfChange([{ path: 'main.js', text, lines: new Set([2]) }], [])]).toEqual(['fresh']);
});

test('are found in a line of a million characters without delay', () => {
  expect(namesIn('file.js', `const ${'a'.repeat(1_000_000)} (`)).toHaveLength(1);
});
