/** Random trees over six metrics, and values for them, small enough that equality is not a rare event. */
import * as fc from 'fast-check';
import type { Vocabulary } from '../../../gates/metrics.ts';
import type { Expression } from '../../../gates/conditions/lex-condition.ts';

export const VOCABULARY = {
  a: 'boolean',
  b: 'boolean',
  c: 'boolean',
  m: 'number',
  n: 'number',
  o: 'number',
} as const satisfies Vocabulary;

type Measured = { readonly [K in keyof typeof VOCABULARY]: number | boolean };

const span = { start: 0, end: 0 };
const metric = (...names: readonly string[]): fc.Arbitrary<Expression> =>
  fc.constantFrom(...names).map((name) => ({ kind: 'metric', name, span }));
const literal = (...values: readonly (number | boolean)[]): fc.Arbitrary<Expression> =>
  fc.constantFrom(...values).map((value) => ({ kind: 'literal', value, span }));

const numbers: fc.Arbitrary<Expression> = fc.letrec<{ number: Expression; sum: Expression }>((tie) => ({
  number: fc.oneof({ maxDepth: 2, withCrossShrink: true }, metric('m', 'n', 'o'), literal(0, 1, 2, 3), tie('sum')),
  sum: fc
    .tuple(
      tie('number'),
      fc.array(fc.record({ operator: fc.constantFrom('+' as const, '-' as const), operand: tie('number') }), {
        minLength: 1,
        maxLength: 2,
      }),
    )
    .map(([first, rest]) => ({ kind: 'sum', first, rest, span })),
})).number;

const list = (kind: 'and' | 'or', parts: readonly Expression[]): Expression => ({
  kind,
  parts: parts.flatMap((part) => (part.kind === kind ? part.parts : [part])),
  span,
});

/** Trees as the parser makes them: no AND directly within an AND, no OR within an OR. */
export const clauses: fc.Arbitrary<Expression> = fc.letrec<{ clause: Expression; deep: Expression }>((tie) => {
  const parts = fc.array(tie('clause'), { minLength: 2, maxLength: 3 });
  const comparison = fc
    .tuple(numbers, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), numbers)
    .map(([left, operator, right]): Expression => ({ kind: 'comparison', operator, left, right, span }));
  return {
    clause: fc.oneof({ maxDepth: 3 }, comparison, metric('a', 'b', 'c'), tie('deep')),
    deep: fc.oneof(
      parts.map((each) => list('and', each)),
      parts.map((each) => list('or', each)),
      tie('clause').map((operand): Expression => ({ kind: 'not', operand, span })),
      fc
        .tuple(
          tie('clause'),
          fc.constantFrom('==' as const, '!=' as const),
          fc.oneof(tie('clause'), literal(true, false)),
        )
        .map(([left, operator, right]): Expression => ({ kind: 'comparison', operator, left, right, span })),
    ),
  };
}).clause;

const count = fc.integer({ min: 0, max: 3 });

/** A value for every metric. */
export const measured: fc.Arbitrary<Measured> = fc.record({
  a: fc.boolean(),
  b: fc.boolean(),
  c: fc.boolean(),
  m: count,
  n: count,
  o: count,
});

/** Values of which some are absent. */
export const partlyMeasured: fc.Arbitrary<Partial<Measured>> = fc
  .tuple(measured, fc.subarray(Object.keys(VOCABULARY)))
  .map(([values, absent]) => Object.fromEntries(Object.entries(values).filter(([name]) => !absent.includes(name))));
