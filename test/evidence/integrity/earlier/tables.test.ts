import { expect, test } from 'vitest';
import { judgeEarlier } from '../../../../src/evidence/integrity/earlier/judge-earlier.ts';

const judge = async (path: string, before: string, old: string, now: string) => {
  const after = before.replace(old, now);
  expect(after).not.toBe(before);
  return (await judgeEarlier([{ path, before, after }], new Map()))[0]?.why ?? null;
};

const group = (name: string, typed = ''): string =>
  `describe('${name}', () => {
  const cases = [
    { from: '${name}', to: 1 },
  ]${typed};

  for (const { from, to } of cases) {
    test(from, () => {
      expect(count(from)).toBe(to);
    });
  }
});
`;
const SCRIPT = `import { count } from '../src/count';\n\n${group('a')}\n${group('b')}`;
const TYPED = `import { count } from '../src/count';\n\n${group('a', ' as const')}`;
const GO = `package a

import "testing"
${['TestA', 'TestB']
  .map(
    (name) => `
func ${name}(t *testing.T) {
	tests := []struct{ from string }{
		{"${name}"},
	}
	for _, each := range tests {
		if Count(each.from) != 1 {
			t.Error(each.from)
		}
	}
}
`,
  )
  .join('')}`;
const PYTHON =
  'import unittest\n\n\nclass One(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(1, 1)\n';
const BY_NAME =
  "describe('a', () => {\n  const cases = {\n    a: 1,\n  };\n\n  for (const each in cases) {\n    test(each, () => expect(count(each)).toBe(cases[each]));\n  }\n});\n";
const ROW = "{ from: 'a', to: 1 },";

test.each([
  [
    'a row to one of several tables of the same name',
    'test/a.test.ts',
    SCRIPT,
    ROW,
    `${ROW}\n    { from: 'c', to: 3 },`,
  ],
  ['a row to a table with a type', 'test/a.test.ts', TYPED, ROW, `${ROW}\n    { from: 'c', to: 3 },`],
  ['a member of a table by name', 'test/a.test.ts', BY_NAME, 'a: 1,', 'a: 1,\n    b: 2,'],
  ['a type of its table', 'test/a.test.ts', SCRIPT, '];', '] as const;'],
  ['a row to one of several tables of the same name (Go)', 'a_test.go', GO, '{"TestA"},', '{"TestA"},\n\t\t{"more"},'],
  [
    'a module of a package that it imports',
    'tests/test_a.py',
    PYTHON,
    'unittest\n',
    'unittest\nimport unittest.mock\n',
  ],
])('a file with earlier tests may get %s', async (_what, path, before, old, now) => {
  expect(await judge(path, before, old, now)).toBeNull();
});

test.each([
  ['a row that is another', 'test/a.test.ts', SCRIPT, ROW, "{ from: 'a', to: 2 },", '"a" is changed'],
  [
    'a second use of its table',
    'test/a.test.ts',
    SCRIPT,
    'for (const',
    "cases.push({ from: 'c', to: 3 });\n  for (const",
    '"a" is changed',
  ],
  ['another value of a row (Go)', 'a_test.go', GO, '{"TestA"},', '{"other"},', '"TestA" is changed'],
  [
    'another package of that name',
    'tests/test_a.py',
    PYTHON,
    'unittest\n',
    'unittest\nimport fake as unittest\n',
    'it imports unittest anew, which earlier tests use',
  ],
])('a file with earlier tests may not get %s', async (_what, path, before, old, now, why) => {
  expect(await judge(path, before, old, now)).toBe(why);
});
