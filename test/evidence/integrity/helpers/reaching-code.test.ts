import { describe, expect, test } from 'vitest';
import { findReachingCode } from '../../../../src/evidence/integrity/helpers/reaching-code.ts';

/** By its language: a test that loads the code. */
const LOADED_BY = {
  'lib/a.js': ['test/a.test.js', "import { a } from '../lib/a.js';"],
  'a.py': ['test/test_a.py', 'from a import a'],
  'a.go': ['a_test.go', 'package a'],
} as const;

const look = async (path: keyof typeof LOADED_BY, text: string, frozen: Readonly<Record<string, string>> = {}) => {
  const [name, loading] = LOADED_BY[path];
  const files: Readonly<Record<string, string>> = { [name]: loading, [path]: text, 'lib/other.js': "import 'vitest';" };
  const found = await findReachingCode([name], new Set(Object.keys(files)), frozen, (each) =>
    Promise.resolve(files[each] ?? ''),
  );
  return found.map(({ path: at, why }) => `${at} ${why}`);
};
const said = (path: string, what: string) => [`${path} is loaded by frozen tests, and now ${what}: remove that`];

describe('code that frozen tests load', () => {
  test.each([
    ['lib/a.js', "import { expect } from 'vitest';", 'uses a library of tests'],
    ['lib/a.js', 'export const a = () => expect.anything();', 'uses a library of tests'],
    ['lib/a.js', 'export const a = () => ({ asymmetricMatch: () => true });', 'uses a library of tests'],
    ['lib/a.js', "readFileSync('test/a.test.js')", 'names a frozen test file'],
    ['a.py', 'import pytest', 'uses a library of tests'],
    ['a.py', 'class A:\n    def __eq__(self, other): return True', 'declares an object that is equal to anything'],
    [
      'a.py',
      'class A:\n    def __eq__(self, other):\n        return True',
      'declares an object that is equal to anything',
    ],
    ['a.go', 'import "testing"', 'uses a library of tests'],
    ['a.go', 'var nil = errors.New("")', 'declares a word of the language anew'],
  ] as const)('is named when it reaches back to them: %s with %s', async (path, text, what) => {
    expect(await look(path, text)).toEqual(said(path, what));
  });

  test.each([
    ['lib/a.js', 'const expect = (token) => token; expect(1);'],
    ['lib/a.js', 'class Parser { expect(token) { return this.expect(token).any; } }'],
    ['lib/a.js', '// as a.test.js says'],
    ['a.py', 'import os'],
    ['a.py', 'def __eq__(self, other):\n    if other is None: return True\n    return self.a == other.a'],
    ['a.go', 'func check() { var nil = 1 }'],
  ] as const)('the honest twin is not: %s with %s', async (path, text) => {
    expect(await look(path, text)).toEqual([]);
  });

  test('is a helper where it is frozen itself', async () =>
    expect(await look('lib/a.js', "import 'vitest';", { 'lib/a.js': 'hash' })).toEqual([]));

  test('is none that no frozen test loads', async () => expect(await look('lib/a.js', '')).toEqual([]));
});
