import { expect, test, describe } from 'vitest';
import {
  effectMutantsOf,
  withoutPatches,
  findScriptMutants,
  stillParses,
} from '../../../src/evidence/mutation-check/find-mutants.ts';
import { orderMutants } from '../../../src/evidence/mutation-check/order-mutants.ts';
import { type Mutant, plant } from '../../../src/evidence/mutation-check/mutant.ts';
import { parserFor } from '../../../src/base/text/syntax-tree.ts';

const linesOf = (path: string, text: string) => {
  const lines = new Set(text.split('\n').map((_, at) => at + 1));
  return effectMutantsOf({ path, text, lines, isNew: true, hunks: [] }, null).map(({ line }) => line);
};

test('a call that prints is left out, and none of a comment or a text', () => {
  expect(linesOf('a.go', 'package a\n// use fmt.Println(x)\nfunc f() { fmt.Println("fmt.Print(1)") }\n')).toEqual([3]);
  expect(linesOf('a.py', 'def f(x):\n    """\n    print(x)\n    """\n    print("print(1)")\n')).toEqual([5]);
});

const keptOf = (...text: readonly string[]): readonly number[] => [
  ...withoutPatches(text.join('\n'), new Set(text.map((_, i) => i + 1))),
];

test.each([
  ["import { chai } from 'vitest';"],
  ['assert.equal = () => {};'],
  ['process.exit(0);'],
  ["process.on('exit', () => { process.exitCode = 0; });"],
  ['    os._exit(0)'],
  ['unittest.TestCase.assertEqual = lambda *given: None'],
  ['  valueOf() { return this; }'],
])('a line that manipulates the tests is excluded: %s', (line) => {
  expect(keptOf('const a = 1;', line)).toEqual([1]);
});

test('an overloaded comparison is excluded completely, and the lines after it are not', () => {
  expect(
    keptOf(
      'class Same:',
      '    def __eq__(self, other):',
      '        same = True',
      '        return same',
      '    def shout(self):',
      '        return 1',
    ),
  ).toEqual([1, 5, 6]);
});

test('work that only sounds alike is kept', () => {
  expect(keptOf('const asserted = expected + 1;', 'processing.exit = 1;')).toEqual([1, 2]);
});

const EVERY = { has: () => true } as unknown as ReadonlySet<number>;

/** Not one that keeps an answer of the same kind, which has a test of its own. */
const isFirst = ({ again, kind }: Mutant): boolean => again === undefined && !/^(?:input|arguments)$/.test(kind);

const mutantsOf = async (text: string, path = 'a.ts', lines: ReadonlySet<number> = EVERY) => {
  const parse = await parserFor(path);
  return findScriptMutants(path, text, lines, parse).filter(
    (mutant) => isFirst(mutant) && stillParses(text, mutant, parse),
  );
};
/** Text of each mutant, by its kind. */
const textsOf = async (text: string, path = 'a.ts', lines?: ReadonlySet<number>): Promise<readonly string[]> =>
  (await mutantsOf(text, path, lines)).map((mutant) => `${mutant.kind}: ${plant(text, mutant)}`);

describe('the mutants of JavaScript', () => {
  test.each([
    ['a + b;', ['statement: ;', 'operator: a - b;']],
    ['x = a < b;', ['statement: ;', 'operator: x = a >= b;']],
    ['x = a /* < */ < b;', ['statement: ;', 'operator: x = a /* < */ >= b;']],
    ['x = a && b;', ['statement: ;', 'operator: x = a || b;']],
    ['x += 2;', ['statement: ;', 'operator: x -= 2;', 'constant: x += (2 + 1);']],
    ['const n = 0;', ['constant: const n = 1;']],
    ['const b = true;', ['constant: const b = false;']],
    ["const s = 'word';", ["constant: const s = '';"]],
    ['const s = `a ${b}`;', ["constant: const s = '';"]],
    ['const r = /a+/g;', ['constant: const r = /(?!)/;']],
    ['const l = [x];', ['constant: const l = [];']],
    ['const o = { x };', ['constant: const o = {};']],
    ['const n = a ? b : c;', ['condition: const n = !(a) ? b : c;']],
    ['while (a) b();', ['condition: while (false) b();', 'statement: while (a) ;']],
    ['const f = () => a;', ['return: const f = () => undefined;']],
    ['function f() { return a; }', ['body: function f() {}', 'return: function f() { return undefined; }']],
    ['throw e;', ['statement: ;']],
    ['i++;', ['statement: ;', 'operator: i--;']],
  ])('%s', async (text, expected) => {
    expect(await textsOf(text)).toEqual(expected);
  });

  test.each([
    ["import a from 'a';"],
    ["export { a } from 'a';"],
    ["export * from 'a';"],
    ["const a = require('a');"],
    ['type A = { a: 1 } | "b";'],
    ['interface A { a: 1 }'],
    ['declare const a: 1;'],
    ['let a: 1 | 2;'],
    ['"use strict";'],
    ["console.log('here', 1 + 1);"],
    ["logger.info('here');"],
    ["logger.info(() => 'here');"],
    ['const o = { };'],
    ['for (;;) {}'],
    ['// a + b'],
    ['function f() {}'],
    ['const f = () => undefined;'],
  ])('nothing that runs, or that a test would see: %s', async (text) => {
    expect(await textsOf(text)).toEqual([]);
  });

  test.each([
    ['const f = logger.run(a + b);', ['operator: const f = logger.run(a - b);']],
    ['logger.run(() => { f = a + b; });', ['operator: logger.run(() => { f = a - b; });']],
    ["const m = new ShoutError(a + 'b').message;", ["operator: const m = new ShoutError(a - 'b').message;"]],
    ['const f = (a) => log.of(a + b);', ['operator: const f = (a) => log.of(a - b);']],
  ])('code in a log or an error whose value is used: %s', async (text, expected) => {
    expect(await textsOf(text)).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['exports.shout = () => a;', ['return: exports.shout = () => undefined;']],
    ['module.exports = { shout };', []],
    ['module.exports.a = exports.b = c;', []],
    [
      'A.prototype.shout = function () { return a; };',
      ['body: A.prototype.shout = function () {};', 'return: A.prototype.shout = function () { return undefined; };'],
    ],
    ['const api = { shout: () => a };', ['return: const api = { shout: () => undefined };']],
    [
      'const api = { shout() { a; } };',
      ['body: const api = { shout() {} };', 'statement: const api = { shout() { ; } };'],
    ],
    ['this.count = a;', ['statement: ;']],
  ])('remove no name that a test calls, which fails under any test: %s', async (text, expected) => {
    expect(await textsOf(text, 'a.js')).toEqual(expected);
  });

  test('remove the words of an error, and not the throw', async () => {
    expect(await textsOf("throw new RangeError('too large');")).toEqual(['statement: ;']);
    expect(await textsOf("reject(new RangeError(a + 'b'));")).toEqual(['statement: ;']);
    expect(await textsOf("const e = new RangeError('too large');")).toEqual([]);
  });

  test('leave the step of a for loop alone: it would never end', async () => {
    expect(await textsOf('for (let i = 0; i < n; i++) f;')).toEqual([
      'constant: for (let i = 1; i < n; i++) f;',
      'condition: for (let i = 0; false; i++) f;',
      'operator: for (let i = 0; i >= n; i++) f;',
      'statement: for (let i = 0; i < n; i++) ;',
    ]);
  });

  test('are those of the requested lines, and of a function that contains one of them', async () => {
    const text = ['const a = 1;', 'const f = () => {', '  g();', '  return 2;', '};', ''].join('\n');
    const found = await mutantsOf(text, 'a.js', new Set([4]));
    expect(found.map(({ kind, line, before, after }) => ({ kind, line, before, after }))).toEqual([
      { kind: 'body', line: 4, before: '{\n  g();\n  return 2;\n}', after: '{}' },
      { kind: 'return', line: 4, before: '2', after: 'undefined' },
      { kind: 'constant', line: 4, before: '2', after: '(2 + 1)' },
    ]);
  });

  test('are found in JSX and TSX, and their text still parses', async () => {
    const parse = await parserFor('a.tsx');
    const text = "export const A = ({ n }: { n: number }) => <p title='x'>{n > 1 ? 'many' : 'one'}</p>;\n";
    const found = await mutantsOf(text, 'a.tsx');
    expect(found.map(({ kind }) => kind)).toEqual([
      'return',
      'condition',
      'operator',
      'constant',
      'constant',
      'constant',
    ]);
    for (const mutant of found) expect(() => parse(plant(text, mutant))).not.toThrow();
  });

  test('none is left that would not parse: ?? is not mixed with && or ||', async () => {
    expect(await textsOf('x = (a ?? b) || c;')).toEqual([
      'statement: ;',
      'operator: x = (a && b) || c;',
      'operator: x = (a ?? b) && c;',
    ]);
    expect(await textsOf('x = a ?? b ?? c;')).toEqual(['statement: ;']);
  });

  test('are more than one at a place with few others, and those come last', async () => {
    const text = "export const shout = () => 'nothing';";
    const parse = await parserFor('a.js');
    const found = findScriptMutants('a.js', text, EVERY, parse);
    expect(orderMutants(found, 'a seed').map(({ kind, after, again = false }) => [kind, after, again])).toEqual([
      ['return', 'undefined', false],
      ['constant', "''", false],
      ['return', 'null', true],
      ['constant', "'other'", true],
    ]);
  });

  test('a text that is no JavaScript throws', async () => {
    await expect(mutantsOf('def f(): pass')).rejects.toThrow(SyntaxError);
  });
});

describe('mutants that keep an answer of the same kind', () => {
  const furtherOf = async (text: string): Promise<readonly string[]> =>
    findScriptMutants('a.ts', text, EVERY, await parserFor('a.ts'))
      .filter((mutant) => !isFirst(mutant) && !/^(?:return|constant)$/.test(mutant.kind))
      .map((mutant) => `${mutant.kind}: ${plant(text, mutant)}`);

  test.each([
    ['const f = (a: string) => a.trim();', ['input: const f = (a: string) => a;']],
    ['function f(a) { return g(a); }', ['input: function f(a) { return a; }']],
    ['if (a) return;', ['guard: if (false) return;']],
    ['if (a) { throw b; }', ['guard: if (false) { throw b; }']],
    ['x = a <= b;', ['operator: x = a < b;']],
    ['x = a /* < */ < b;', ['operator: x = a /* < */ <= b;']],
    ['divide(a, 2);', ['arguments: divide(2, a);']],
  ])('%s', async (text, expected) => {
    expect(await furtherOf(text)).toEqual(expected);
  });

  test.each([
    ['const f = (a) => a;'],
    ['const f = (a) => String(a);'],
    ['const f = (a) => [...a];'],
    ['const f = (a) => a.toString();'],
    ['Object.is(a, b);'],
    ['const f = ({ a }) => a.trim();'],
    ['const f = () => g();'],
    ['if (a) b();'],
    ['if (err) return;'],
    ['if (a) return; else b();'],
    ['Math.max(a, b);'],
    ["console.log(a, 'b');"],
    ['x = new RangeError(a, b);'],
    ['each(a, () => b);'],
  ])('none for %s', async (text) => {
    expect(await furtherOf(text)).toEqual([]);
  });
});
