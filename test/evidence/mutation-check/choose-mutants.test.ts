import { expect, test } from 'vitest';
import { orderMutants } from '../../../src/evidence/mutation-check/order-mutants.ts';
import type { Mutant, MutantKind } from '../../../src/evidence/mutation-check/mutant.ts';

const mutant = (path: string, kind: MutantKind, from: number): Mutant => ({
  path,
  line: from,
  kind,
  from,
  to: from + 1,
  before: 'a',
  after: 'b',
});

const MANY = ['a.js', 'b.js', 'c.js'].flatMap((path) =>
  Array.from({ length: 30 }, (_, i) =>
    mutant(path, i % 10 === 0 ? 'return' : i % 3 === 0 ? 'operator' : 'constant', i),
  ),
);

test('one seed gives one order, of all of them and whatever order they came in', () => {
  const ordered = orderMutants(MANY, 'a seed');
  expect(orderMutants(MANY.toReversed(), 'a seed')).toEqual(ordered);
  expect(new Set(ordered)).toEqual(new Set(MANY));
});

test('an order does not depend on places: a comment, an empty line or more code draws nothing again', () => {
  const text = ({ path, kind, before, after }: Mutant) => `${path} ${kind} ${before} ${after}`;
  const apart = MANY.map((each, at) => ({ ...each, before: `${at}` }));
  const moved = apart.map((each) => ({ ...each, line: each.line + 7, from: each.from + 90, to: each.to + 90 }));
  expect(orderMutants(moved, 'a seed').map(text)).toEqual(orderMutants(apart, 'a seed').map(text));
  const more = [...apart, ...['x', 'y', 'z'].map((before) => ({ ...mutant('a.js', 'operator', 500), before }))];
  const ofA = (list: readonly Mutant[]) =>
    orderMutants(list, 'a seed').filter(({ kind, path, from }) => kind === 'operator' && path === 'a.js' && from < 500);
  expect(ofA(more)).toEqual(ofA(apart));
});

test('another seed gives another order', () => {
  expect(orderMutants(MANY, 'another seed')).not.toEqual(orderMutants(MANY, 'a seed'));
});

test('kinds take turns, so that a table of constants does not drown an operator', () => {
  expect(
    orderMutants(MANY, 'a seed')
      .slice(0, 6)
      .map(({ kind }) => kind),
  ).toEqual(['return', 'operator', 'constant', 'return', 'operator', 'constant']);
});

test('the input in place of an answer comes second: any test of an answer notices that there is none', () => {
  const kinds: readonly MutantKind[] = ['constant', 'condition', 'operator', 'return', 'arguments', 'input', 'guard'];
  const ordered = orderMutants(
    kinds.map((kind, i) => mutant('a.js', kind, i)),
    'a seed',
  );
  expect(ordered.map(({ kind }) => kind)).toEqual([
    'return',
    'input',
    'condition',
    'operator',
    'arguments',
    'constant',
    'guard',
  ]);
});

test('files take turns too', () => {
  const first = orderMutants(MANY, 'a seed').slice(0, 6);
  expect(first.map(({ path }) => path).sort()).toEqual(['a.js', 'a.js', 'b.js', 'b.js', 'c.js', 'c.js']);
});

test('no mutants have no order', () => {
  expect(orderMutants([], 'a seed')).toEqual([]);
});
