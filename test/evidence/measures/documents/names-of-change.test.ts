import { expect, test } from 'vitest';
import { diffLines } from '../../../../src/evidence/mutation-check/order-mutants.ts';
import { namesOfChange } from '../../../../src/evidence/documents/names-of-change.ts';

/** The lines of a file that differ from what it was. */
const changedFile = (path: string, text: string, before = '') => {
  const hunks = diffLines(before, text);
  const lines = new Set(hunks.flatMap(({ line, lines: count }) => Array.from({ length: count }, (_, at) => line + at)));
  return { path, text, hunks, lines };
};

const namesIn = (path: string, text: string, before = '') => {
  const { names, quoted } = namesOfChange([changedFile(path, text, before)], ['AC-1']);
  return [...names, ...[...quoted].map((name) => `\`${name}\``)].filter((name) => name !== 'file');
};

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

test.each([
  [
    'file.js',
    'export const parse = (\n  text,\n) => {\n  if (text) {\n    return 1;\n  }\n};\nconst other = () => 2;\n',
    ['parse'],
  ],
  ['file.ts', 'class Units {\n  parse(text: string) {\n    return 1;\n  }\n  other() {}\n}\n', ['parse', 'Units']],
  ['file.js', 'exports.parse = function (text) {\n  return 1;\n};\n', ['parse']],
  ['file.js', 'const run = () => {\n  const local = 1;\n  return local;\n};\n', ['run']],
  [
    'file.py',
    'class Units:\n    def parse(\n        self, text\n    ) -> int:\n        return 1\n\n    def other(self): ...\n',
    ['parse', 'Units'],
  ],
  ['file.go', 'func (u Units) Parse(text string) int {\n\treturn 1\n}\n\nfunc other() {}\n', ['Parse']],
  ['file.rs', 'pub fn parse(text: &str) -> u8\nwhere\n    u8: Copy,\n{\n    1\n}\n', ['parse']],
  ['file.rb', 'module Units\n  def self.parse(text)\n    text.map { 1 }\n  end\nend\n', ['parse', 'Units']],
  ['file.js', 'export const ms = (n) => {\n  return n + 1;\n};\n', ['`ms`']],
  ['file.js', 'export const limits = {\n  items: 1,\n  others: 2,\n};\n', ['limits', '`items`']],
])('are the functions and types of %s whose body changed, and no other', (path, text, names) => {
  expect(namesIn(path, text, text.replace('1', '7'))).toEqual(names);
});

test('are those around lines that were only removed', () => {
  const text = 'const parse = (text) => {\n  return text;\n};\n';
  expect(namesIn('file.js', text, text.replace('  return', '  stop();\n  return'))).toEqual(['parse']);
});

test.each([
  ["      case 'fortnight':\n", ['`fortnight`']],
  ["  } else if (schema.format === 'lower') {\n", ['`lower`']],
  ['  if typeof text !== \'string\' || unit == "week"\n', ['`week`']],
  ["program.option('--dry-run', 'says nothing');\n", ['`dry-run`']],
  ["const options = { 'max-items': 3 };\n", ['options', '`max-items`']],
  ["const options = { 'AC-1': 3 };\n", ['options']],
  ['const options = { words: (text) => text };\n', ['options', '`words`']],
  ['  let options = { words: (text) => text };\n', ['options', '`words`']],
  ['  return { words: (text) => text };\n', ['`words`']],
])('are the options, cases and keys of a new line, but no id of a criterion: %s', (line, names) => {
  expect(namesIn('file.js', line)).toEqual(names);
});

test('are none where only a comment changed', () => {
  const code = 'def parse(text):\n    """Reads."""\n    return 1\n';
  expect(namesIn('units.py', code.replace('Reads.', 'Reads it.'), code)).toEqual([]);
  expect(namesIn('units.py', code, code.replace('    return', '    # Now.\n    return'))).toEqual([]);
  const script = '/** Reads. */\nexport const parse = () => 1;\n';
  expect(namesIn('units.js', script.replace('Reads.', 'Reads it.'), script)).toEqual([]);
});

test('are the files too, but for those that every project has', () => {
  const files = ['src/slug.ts', 'src/index.ts'].map((path) => changedFile(path, 'run();\n'));
  expect([...namesOfChange(files, []).names]).toEqual(['slug']);
});

test('are none without changed code, and no line that stayed gives one', () => {
  expect(namesOfChange([], ['AC-1'])).toEqual({ names: new Set(), quoted: new Set() });
  expect(namesIn('index.js', 'const old = 1;\nconst fresh = 2;', 'const old = 1;\n')).toEqual(['fresh']);
});

test('are found in a line of a million characters without delay', () => {
  expect(namesIn('file.js', `const ${'a'.repeat(1_000_000)} (`)).toHaveLength(1);
});
