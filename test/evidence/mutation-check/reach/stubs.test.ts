import { describe, expect, test } from 'vitest';
import { functionsOf } from '../../../../src/evidence/mutation-check/reach/stubs.ts';
import { parserFor } from '../../../../src/base/text/syntax-tree.ts';

const functionsIn = async (path: string, text: string, lines?: readonly number[]) => {
  const all = text.split('\n').map((_, at) => at + 1);
  const file = { path, text, isNew: true, hunks: [], lines: new Set(lines ?? all) };
  return functionsOf(file, path.endsWith('s') && !path.endsWith('.rs') ? await parserFor(path) : null);
};

describe('the functions of a change fail at once', () => {
  test.each([
    [
      'a.js',
      'const f = (a) => {\n  return a;\n};\n',
      "const f = (a) => { throw new Error('dualgate');\n  return a;\n};\n",
      [1, 3],
    ],
    ['a.ts', 'const f = (a: string) => (a);\n', "const f = (a: string) =>{ throw new Error('dualgate'); };\n", [1, 1]],
    [
      'a.js',
      'class A {\n  b() {\n    [1].map((c) => c);\n  }\n}\n',
      "class A {\n  b() { throw new Error('dualgate');\n    [1].map((c) => c);\n  }\n}\n",
      [2, 4],
    ],
    [
      'a.py',
      'def f(a):\n    def g():\n        return 1\n    return g()\n\nx = 1\n',
      "def f(a):\n    raise Exception('dualgate')\n    def g():\n        return 1\n    return g()\n\nx = 1\n",
      [1, 4],
    ],
    ['a.rb', 'def f(a)\n  a\nend\n', "def f(a)\n  raise 'dualgate'\n  a\nend\n", [1, 3]],
    [
      'a.go',
      'func F(a int) int {\n\treturn a\n}\n',
      'func F(a int) int {\n\tpanic("dualgate")\n\treturn a\n}\n',
      [1, 3],
    ],
    [
      'a.rs',
      'pub fn f(a: u8) -> u8 {\n    a\n}\n',
      'pub fn f(a: u8) -> u8 {\n    panic!("dualgate");\n    a\n}\n',
      [1, 3],
    ],
  ])('in %s: %s', async (path, text, failing, [from, to]) => {
    expect(await functionsIn(path, text)).toMatchObject([{ from, to, failing }]);
  });

  test('with the changed lines of each that are not empty, and without those that did not change', async () => {
    const text = 'def f(a):\n    b = a\n\n    return b\n\ndef g():\n    return 1\n';
    expect((await functionsIn('a.py', text, [2, 3, 4])).map(({ from, lines }) => [from, lines])).toEqual([[1, 2]]);
  });

  test('and nowhere in a language without a form for them', async () => {
    expect(await functionsIn('a.lua', 'function f(a)\n  return a\nend\n')).toEqual([]);
  });
});
