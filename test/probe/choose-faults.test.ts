import { expect, test } from 'vitest';
import { orderFaults } from '../../src/probe/probe-suite.ts';
import type { Fault, FaultKind } from '../../src/probe/fault.ts';

const fault = (path: string, kind: FaultKind, from: number): Fault => ({
  path,
  line: from,
  kind,
  from,
  to: from + 1,
  before: 'a',
  after: 'b',
});

const MANY = ['a.js', 'b.js', 'c.js'].flatMap((path) =>
  Array.from({ length: 30 }, (_, i) => fault(path, i % 10 === 0 ? 'return' : i % 3 === 0 ? 'operator' : 'constant', i)),
);

test('one seed gives one order, of all of them and whatever order they came in', () => {
  const ordered = orderFaults(MANY, 'a seed');
  expect(orderFaults(MANY.toReversed(), 'a seed')).toEqual(ordered);
  expect(new Set(ordered)).toEqual(new Set(MANY));
});

test('another seed gives another order', () => {
  expect(orderFaults(MANY, 'another seed')).not.toEqual(orderFaults(MANY, 'a seed'));
});

test('kinds take turns, so that a table of constants does not drown an operator', () => {
  expect(
    orderFaults(MANY, 'a seed')
      .slice(0, 6)
      .map(({ kind }) => kind),
  ).toEqual(['return', 'operator', 'constant', 'return', 'operator', 'constant']);
});

test('files take turns too', () => {
  const first = orderFaults(MANY, 'a seed').slice(0, 6);
  expect(first.map(({ path }) => path).sort()).toEqual(['a.js', 'a.js', 'b.js', 'b.js', 'c.js', 'c.js']);
});

test('of no faults there is no order', () => {
  expect(orderFaults([], 'a seed')).toEqual([]);
});
