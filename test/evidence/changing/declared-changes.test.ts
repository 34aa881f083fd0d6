import { expect, test } from 'vitest';
import {
  findMeant,
  isDeclaration,
  readDeclared,
  readReplaced,
} from '../../../src/evidence/changing/declared-changes.ts';

test('a line of the agent names a test and the criterion that changes it', () => {
  const lines = [
    'CHANGES: test/list.test.js > list > returns [] for nothing, because AC-1',
    '- CHANGES: test/list.test.js > is lazy because the cache is cold, because AC-2: it is not any more',
    'CHANGES: "test/list.test.js > is small" because REQ-1.2.',
  ];
  expect(lines.every(isDeclaration)).toBe(true);
  expect(readDeclared(lines)).toEqual([
    { test: 'test/list.test.js > list > returns [] for nothing', because: 'AC-1', by: 'agent' },
    { test: 'test/list.test.js > is lazy because the cache is cold', because: 'AC-2', by: 'agent' },
    { test: 'test/list.test.js > is small', because: 'REQ-1.2', by: 'agent' },
  ]);
});

test.each([
  'CHANGES: <file> > <test>, because <id of the criterion>',
  'CHANGES: test/list.test.js > is small',
  'Changes: a > b, because AC-1',
  '> CHANGES: a > b, because AC-1',
  'I add CHANGES: a > b, because AC-1',
])('%j names nothing', (line) => {
  expect(isDeclaration(line)).toBe(false);
});

test('a spec names the test that a criterion replaces, outside of code, quotes and comments', () => {
  const spec = [
    '- [ ] AC-1: nothing gives null',
    '- changes: AC-1 replaces "returns [] for nothing"',
    'changes: AC-2 replaces “is "small"”.',
    '> changes: AC-3 replaces "quoted"',
    '```',
    'changes: AC-3 replaces "shown"',
    '```',
    '<!-- changes: AC-3 replaces "hidden" -->',
  ].join('\n');
  expect(readReplaced(spec)).toEqual([
    { test: 'returns [] for nothing', because: 'AC-1', by: 'spec' },
    { test: 'is "small"', because: 'AC-2', by: 'spec' },
  ]);
});

test('a name means the one earlier test that has it', () => {
  const earlier = ['a.js > list > is small', 'a.js > list > is very small', 'b.js > is large', 'c.js > is large'];
  expect(findMeant('a.js > list > is small', earlier)).toBe('a.js > list > is small');
  expect(findMeant('is small', earlier)).toBe('a.js > list > is small');
  expect(findMeant('a.js > is small', earlier)).toBe('a.js > list > is small');
  expect(findMeant('is large', earlier)).toBeNull();
  expect(findMeant('b.js > is large', earlier)).toBe('b.js > is large');
  expect(findMeant('b.js > is small', earlier)).toBeNull();
  expect(findMeant('small', earlier)).toBeNull();
});

test('a test is meant by its name alone where its runner names no file, and with blanks in Go', () => {
  const earlier = [' > words > is_small', ' > is large', 'a_test.go > TestA > is_small'];
  expect(findMeant('test/a.js > is large', earlier)).toBe(' > is large');
  expect(findMeant('a_test.go > TestA > is small', earlier)).toBe('a_test.go > TestA > is_small');
  expect(findMeant('test/a.js > is small', earlier)).toBeNull();
});
