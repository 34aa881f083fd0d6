import { describe, expect, test } from 'vitest';
import { readAdditions } from '../../../../src/evidence/integrity/additions/script-additions.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const BEFORE = lines(
  "import { expect, test, describe, beforeEach } from 'vitest';",
  "import { shout } from '../src/shout.js';",
  '',
  'const WANTED = [1, 2];',
  'let sut = shout;',
  "const cases = [['a', 'A'], ['b', 'B']];",
  '',
  "describe('shout', () => {",
  '  beforeEach(() => { sut = shout; });',
  '',
  "  test('AC-1: is loud', () => {",
  "    expect(sut('no')).toBe('NO');",
  '  });',
  '',
  "  test.each([['x', 'X'], ['y', 'Y']])('says %s', (say, heard) => {",
  '    expect(shout(say)).toBe(heard);',
  '  });',
  '});',
  '',
  'for (const [say, heard] of cases) test(`hears ${say}`, () => expect(shout(say)).toBe(heard));',
);
/** In two parts: the runner of this file would read it, too. */
const FOR_THE_FILE = ['// @vitest', 'environment jsdom'].join('-');
const END = "test('the end', () => expect(WANTED).toEqual([1, 2]));\n";
const read = (after: string, path = 'test/shout.test.ts', before = BEFORE) => readAdditions(path, before, after);
const insert = (...added: readonly string[]): string =>
  BEFORE.replace('  test.each', `${lines(...added)}\n  test.each`);
const append = (...added: readonly string[]): string => BEFORE + lines(...added);
const names = async (after: string) => {
  const found = await read(after);
  return found !== null && 'names' in found ? found.names : found;
};

describe('what is added to a frozen file of JavaScript, and changes no frozen test', () => {
  test.each([
    ['a test within a group', insert("  test('is short', () => { expect(shout('')).toBe(''); });"), ['"is short"']],
    [
      'a test with a comment',
      insert('  // Nothing in, nothing out.', "  test('is short', () => expect(shout('')).toBe(''));"),
      ['"is short"'],
    ],
    ['a test at the end', append('', END), ['"the end"']],
    ['a group', append("describe('more', () => {", "  test('a', () => {});", '});'), ['"more"']],
    ['a table', append("test.each([[1], [2]])('is %i', (n) => expect(n).toBe(n));"), ['"is %i"']],
    ['a row', BEFORE.replace("['y', 'Y']]", "['y', 'Y'], ['z', 'Z']]"), ['row 3 of a table']],
    ['a row of a table with a name', BEFORE.replace("['b', 'B']]", "['b', 'B'], ['c', 'C']]"), ['row 3 of a table']],
    [
      'a test with a name that its file imports for it',
      append("test('whispers', () => expect(whisper('A')).toBe('a'));").replace('{ shout }', '{ shout, whisper }'),
      ['"whispers"'],
    ],
    [
      'a test with an import of its own',
      append("test('whispers', () => expect(whisper('A')).toBe('a'));").replace(
        '\n\n',
        "\nimport { whisper } from '../src/whisper.js';\n\n",
      ),
      ['"whispers"'],
    ],
    [
      'a test that works on what it makes',
      append(
        "test('many', () => {",
        '  const all = [];',
        "  for (const each of ['a']) all.push(shout(each));",
        '  let n = 0;',
        '  n += 1;',
        "  expect(all).toEqual(['A']);",
        '});',
      ),
      ['"many"'],
    ],
  ])('%s', async (_, after, wanted) => {
    expect(await names(after)).toEqual(wanted);
  });

  test('a row at the end of a table that is written in lines', async () => {
    const before = lines('test.each([', "  ['a', 'A'],", "])('%s', (a, b) => {});");
    const after = lines('test.each([', "  ['a', 'A'],", "  ['b', 'B'],", "])('%s', (a, b) => {});");
    expect(await read(after, 'a.test.js', before)).toEqual({ names: ['row 2 of a table'], text: before });
  });

  test('a test in CommonJS, with one more name', async () => {
    const before = lines(
      "const test = require('node:test');",
      "const { a } = require('./a');",
      "test('a', () => a());",
    );
    const after = lines(
      "const test = require('node:test');",
      "const { a, b } = require('./a');",
      "test('a', () => a());",
      "test('b', () => b());",
    );
    expect(await read(after, 'a.test.cjs', before)).toMatchObject({ names: ['"b"'] });
  });
});

describe('what is more than tests', () => {
  test.each([
    ['a hook', insert('  beforeEach(() => { sut = () => "NO"; });'), 'it adds something else than a test with a name'],
    [
      'a hook within a group',
      append("describe('more', () => { beforeEach(() => {}); });"),
      '"more" uses beforeEach, which may change the frozen tests',
    ],
    ['a helper', insert('  const help = () => {};'), 'it adds something else than a test with a name'],
    ['only', append("test.only('a', () => {});"), 'it adds something else than a test with a name'],
    [
      'only, as an option',
      append("test('a', { only: true }, () => {});"),
      '"a" uses only, which may change the frozen tests',
    ],
    [
      'only, as a quoted option',
      append("test('a', { 'only': true }, () => {});"),
      '"a" uses only, which may change the frozen tests',
    ],
    [
      'an option with a computed name',
      append("test('a', { ['on' + 'ly']: true }, () => {});"),
      '"a" uses a computed name, which may change the frozen tests',
    ],
    [
      'an assignment to a name of the file',
      append("test('a', () => { sut = () => 'NO'; });"),
      '"a" changes sut, which may change the frozen tests',
    ],
    [
      'an assignment to a name that hides one of the file',
      append("test('a', () => { { let sut; } sut = () => 'NO'; });"),
      '"a" changes sut, which may change the frozen tests',
    ],
    [
      'an assignment in a pattern',
      append("test('a', () => { [sut] = [() => 'NO']; });"),
      '"a" changes sut, which may change the frozen tests',
    ],
    [
      'an assignment in the head of a loop',
      append("test('a', () => { for (sut of [() => 'NO']); });"),
      '"a" changes sut, which may change the frozen tests',
    ],
    [
      'an assignment to a global',
      append("test('a', () => { fetch = () => 'NO'; });"),
      '"a" changes fetch, which may change the frozen tests',
    ],
    [
      'an assignment to a member',
      append("test('a', () => { expect.x = 1; });"),
      '"a" changes expect.x, which may change the frozen tests',
    ],
    [
      'a changed constant of the file',
      append("test('a', () => { WANTED.push(3); });"),
      '"a" calls WANTED.push, which may change the frozen tests',
    ],
    [
      'a changed constant under another name',
      append("test('a', () => { const w = WANTED; w.push(3); });"),
      '"a" calls w.push, which may change the frozen tests',
    ],
    [
      'a mock',
      append("test('a', () => { vi.mock('../src/shout.js'); });"),
      '"a" uses mock, which may change the frozen tests',
    ],
    [
      'a changed prototype',
      append("test('a', () => { Object.assign(expect, {}); });"),
      '"a" uses assign, which may change the frozen tests',
    ],
    [
      'a method by a computed name',
      append("test('a', () => { Object['as' + 'sign'](expect, {}); });"),
      '"a" uses a computed name, which may change the frozen tests',
    ],
    [
      'a module that is loaded in a test',
      append("test('a', async () => { await import('./patch.js'); });"),
      '"a" loads a module, which may change the frozen tests',
    ],
    [
      'a comment for the whole file',
      append(FOR_THE_FILE, "test('a', () => {});"),
      '"a" has a comment that counts for the whole file',
    ],
    [
      'an import for its effects',
      BEFORE.replace('\n\n', "\nimport './patch.js';\n\n"),
      'it imports something that may change the frozen tests',
    ],
    [
      'an import in the place of a global',
      BEFORE.replace('\n\n', "\nimport { describe as toBe } from './patch.js';\n\n"),
      'it imports something that may change the frozen tests',
    ],
    [
      'a second test with a name',
      insert("  test('says %s', () => {});", "  test('AC-1: is loud', () => {});"),
      'it adds a second test with the name "AC-1: is loud"',
    ],
    ['a row that does something', BEFORE.replace("['b', 'B']]", "['b', 'B'],\n (sut = 1)]"), null],
  ])('%s', async (_, after, why) => {
    expect(await read(after)).toEqual(why === null ? null : { why });
  });

  test.each([
    ['a row in front', BEFORE.replace("[['x'", "[['w', 'W'], ['x'")],
    ['a row in place of another', BEFORE.replace("['y', 'Y']]", "['z', 'Z']]")],
    ['a row less', BEFORE.replace(", ['y', 'Y']]", ']')],
    ['an expected list that got longer', BEFORE.replace('[1, 2];', '[1, 2, 3];')],
    ['an assertion less', append("test('a', () => {});").replace("toBe('NO')", 'toBe')],
    ['another order', append("test('a', () => {});").replace("'x', 'X'", "'X', 'x'")],
    ['nothing', BEFORE],
  ])('%s is no addition', async (_, after) => {
    expect(await names(after)).not.toBeInstanceOf(Array);
  });

  test.each(['spec/shout_spec.rb', 'src/lib.rs', 'test/shout.exs'])('a line more in %s', async (path) => {
    expect(await readAdditions(path, 'a\nb\n', 'a\nc\nb\n')).toEqual({
      why: 'dualgate does not read the tests of this language one by one',
    });
    expect(await readAdditions(path, 'a\nb\n', 'a\nc\n')).toBeNull();
  });

  test('a file that is not of its language', async () => {
    expect(await readAdditions('a.test.js', "test('a')\n", "test('a')\ntest('b'\n")).toEqual({
      why: 'dualgate does not understand the file',
    });
  });
});
