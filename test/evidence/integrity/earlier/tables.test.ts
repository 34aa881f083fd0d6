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
const DATES =
  'from datetime import date\n\n\ndef test_a():\n    assert date(2026, 1, 1).day == 1\n\n\ndef helper(at):\n    return at.datetime\n';
const NESTED = `const test = require('tape');
const { count } = require('../src/count');

test('count', (t) => {
  let limit = 1;
  t.test('of a', (st) => {
    st.equal(count('a'), limit);
    st.end();
  });
  t.test('of groups', (st) => {
    st.test('of b', (s2t) => {
      s2t.equal(count('b'), 1);
      s2t.end();
    });
  });
});
`;
const within = (holder: string, name: string, rest: string): string =>
  `${holder}.test('of c', (${name}) => {\n    ${rest}\n    ${name}.end();\n  });\n  `;
const NESTED_AT = "t.test('of a'";
const DEEP_AT = "st.test('of b'";
const ROW = "{ from: 'a', to: 1 },";
const CASES =
  '#[rstest]\n#[case(1, 2)]\n#[case(2, 3)]\nfn adds(#[case] a: u8, #[case] b: u8) {\n    assert_eq!(add(a), b);\n}\n';

test.each([
  [
    'a row to one of several tables of the same name',
    'test/a.test.ts',
    SCRIPT,
    ROW,
    `${ROW}\n    { from: 'c', to: 3 },`,
  ],
  ['a case to a test in Rust', 'tests/a.rs', CASES, '#[case(2, 3)]', '#[case(2, 3)]\n#[case(3, 4)]'],
  ['a case between others in Rust', 'tests/a.rs', CASES, '#[case(2, 3)]', '#[case(0, 1)]\n#[case(2, 3)]'],
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
  [
    'rows in front of others',
    'test/a.test.ts',
    SCRIPT,
    ROW,
    `{ from: 'x', to: 1 },\n    { from: 'y', to: 2 },\n    { from: 'z', to: 3 },\n    ${ROW}`,
  ],
  ['a name of a module of the same name', 'tests/test_a.py', DATES, 'import date\n', 'import date, datetime\n'],
  [
    'a test within another one',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', "st.equal(count('c'), 2);")}${NESTED_AT}`,
  ],
  [
    'a test within another one whose holder has the same name',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 't', "t.equal(count('c'), 2);")}${NESTED_AT}`,
  ],
  [
    'a test that compares a prototype',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', "st.equal(Object.getPrototypeOf(count('c')), Object.prototype); st.equal(Object.prototype.c, undefined);")}${NESTED_AT}`,
  ],
  [
    'a test two tests deep',
    'test/a.test.js',
    NESTED,
    DEEP_AT,
    `${within('st', 'x', "x.equal(count('c'), 2);")}${DEEP_AT}`,
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
  [
    'rows in front of one that is another',
    'test/a.test.ts',
    SCRIPT,
    ROW,
    "{ from: 'x', to: 1 },\n    { from: 'y', to: 2 },\n    { from: 'a', to: 2 },",
    '"a" is changed',
  ],
  [
    'a name that earlier tests have from elsewhere',
    'tests/test_a.py',
    DATES,
    'import date\n',
    'import date\nfrom fake import date\n',
    'it imports date anew, which earlier tests use',
  ],
  [
    'a test within another one that ends it',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', 't.end();')}${NESTED_AT}`,
    '"of c" uses t, which may change the earlier tests',
  ],
  [
    'a test within another one that changes what its neighbours see',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', 'limit = 2;')}${NESTED_AT}`,
    '"of c" changes limit, which may change the earlier tests',
  ],
  [
    'a test that sets a prototype as it compares',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', 'st.equal(Object.prototype.c = 1, 1);')}${NESTED_AT}`,
    '"of c" changes Object.prototype.c, which may change the earlier tests',
  ],
  [
    'a test that takes a prototype as it compares',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `${within('t', 'st', 'st.equal(change(Object.prototype), 1);')}${NESTED_AT}`,
    '"of c" uses prototype, which may change the earlier tests',
  ],
  [
    'code within a test beside its tests',
    'test/a.test.js',
    NESTED,
    NESTED_AT,
    `const done = t.end();\n  ${NESTED_AT}`,
    'it adds something else than a test with a name',
  ],
  ['another case of a test in Rust', 'tests/a.rs', CASES, '(2, 3)]', '(2, 4)]', '"adds" is changed'],
  [
    'another assertion within a test of a test',
    'test/a.test.js',
    NESTED,
    "count('b'), 1",
    "count('b'), 2",
    '"of b" is changed',
  ],
])('a file with earlier tests may not get %s', async (_what, path, before, old, now, why) => {
  expect(await judge(path, before, old, now)).toBe(why);
});
