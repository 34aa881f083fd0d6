import { expect, test } from 'vitest';
import { effectMutantsOf } from '../../../../src/evidence/mutation-check/find-mutants.ts';

const linesOf = (path: string, text: string) => {
  const lines = new Set(text.split('\n').map((_, at) => at + 1));
  return effectMutantsOf({ path, text, lines, isNew: true, hunks: [] }, null).map(({ line }) => line);
};

test('a call that prints is left out, and none of a comment or a text', () => {
  expect(linesOf('a.go', 'package a\n// use fmt.Println(x)\nfunc f() { fmt.Println("fmt.Print(1)") }\n')).toEqual([3]);
  expect(linesOf('a.py', 'def f(x):\n    """\n    print(x)\n    """\n    print("print(1)")\n')).toEqual([5]);
});
