/** Laws of every condition and all values, and not only of the examples. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import type { Vocabulary } from '../../../gates/metrics.ts';
import { COMPARE, type Expression } from '../../../gates/conditions/lex-condition.ts';
import { parseCondition } from '../../../gates/conditions/parse-condition.ts';
import { ConditionError } from '../../../gates/errors.ts';
import { clauses, measured, partlyMeasured, VOCABULARY } from './generated-expressions.ts';
import { meaningOf, wordsOf } from './printed-expression.ts';

const types: Vocabulary = VOCABULARY;
const RUNS = { numRuns: 500 };
const compiled = (expression: Expression) => compileCondition(wordsOf(expression).join(' '), VOCABULARY);

/** Truth as a number: 0 no, 1/2 not known, 1 yes; so AND is the least, OR the greatest, NOT the rest to 1. */
const truth = (expression: Expression, values: Readonly<Record<string, unknown>>): number => {
  switch (expression.kind) {
    case 'and':
      return Math.min(...expression.parts.map((part) => truth(part, values)));
    case 'or':
      return Math.max(...expression.parts.map((part) => truth(part, values)));
    case 'not':
      return 1 - truth(expression.operand, values);
    case 'comparison': {
      const [left, right] = [worth(expression.left, values), worth(expression.right, values)];
      // Not a number: an operand is not known.
      if (Number.isNaN(left) || Number.isNaN(right)) return 0.5;
      return COMPARE[expression.operator](left, right) ? 1 : 0;
    }
    case 'literal':
    case 'metric':
    case 'sum': {
      const value = worth(expression, values);
      return Number.isNaN(value) ? 0.5 : value;
    }
  }
};

/** Booleans count as 0 and 1, the unknown as NaN, which every sum keeps. */
const worth = (expression: Expression, values: Readonly<Record<string, unknown>>): number => {
  if (expression.kind === 'literal') return Number(expression.value);
  if (expression.kind === 'metric') return Number(values[expression.name]);
  if (expression.kind === 'sum') {
    const rest = expression.rest.map(({ operator, operand }) => (operator === '+' ? 1 : -1) * worth(operand, values));
    return rest.reduce((sum, each) => sum + each, worth(expression.first, values));
  }
  const known = truth(expression, values);
  return known === 0.5 ? Number.NaN : known;
};

describe('judging', () => {
  test('agrees with a direct evaluation, absent metrics included', () =>
    fc.assert(
      fc.property(clauses, partlyMeasured, (expression, values) => {
        const { satisfied, unmet } = compiled(expression).judge(values);
        expect(satisfied).toBe(truth(expression, values) === 1);
        expect(unmet.length === 0).toBe(satisfied);
      }),
      RUNS,
    ));

  test('gets both answers from its random cases', () => {
    const samples = fc.sample(fc.tuple(clauses, measured, partlyMeasured), { numRuns: 2_000, seed: 1 });
    const share = (values: 1 | 2) =>
      samples.filter((sample) => compiled(sample[0]).judge(sample[values]).satisfied).length / samples.length;
    expect(share(1)).toBeGreaterThan(0.3);
    expect(share(1)).toBeLessThan(0.7);
    expect(share(2)).toBeGreaterThan(0.15);
    expect(share(2)).toBeLessThan(0.5);
  });

  test('never becomes true when a metric is removed', () =>
    fc.assert(
      fc.property(clauses, measured, fc.constantFrom(...Object.keys(VOCABULARY)), (expression, values, absent) => {
        const condition = compiled(expression);
        const without = Object.fromEntries(Object.entries(values).filter(([name]) => name !== absent));
        const turned = condition.judge(without).satisfied && !condition.judge(values).satisfied;
        expect(turned).toBe(false);
      }),
      RUNS,
    ));

  test('gives NOT NOT x the value of x, and NOT x the opposite, when all is measured', () =>
    fc.assert(
      fc.property(clauses, measured, (operand, values) => {
        const not: Expression = { kind: 'not', operand, span: operand.span };
        const { satisfied } = compiled(operand).judge(values);
        expect(compiled({ ...not, operand: not }).judge(values).satisfied).toBe(satisfied);
        expect(compiled(not).judge(values).satisfied).toBe(!satisfied);
      }),
      RUNS,
    ));

  test('never throws and never satisfies a comparison on values of any foreign kind', () =>
    fc.assert(
      fc.property(
        clauses,
        fc.dictionary(fc.constantFrom(...Object.keys(VOCABULARY)), fc.anything()),
        (expression, values) => {
          const fit = Object.entries(values).filter(([name, value]) =>
            types[name] === 'boolean'
              ? typeof value === 'boolean'
              : Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e12,
          );
          expect(compiled(expression).judge(values)).toEqual(compiled(expression).judge(Object.fromEntries(fit)));
        },
      ),
      RUNS,
    ));

  test('gives reasons with the value and what it should be, on one line', () =>
    fc.assert(
      fc.property(clauses, partlyMeasured, (expression, values) => {
        for (const { clause, because } of compiled(expression).judge(values).unmet) {
          expect(clause).toMatch(/^\S(?:.*\S)?$/);
          expect(because).toMatch(/\S (?:is|was|were) \S|got \S+, expected \S/);
          expect(because).not.toMatch(/undefined|NaN|\n|^ | $| {2}/);
        }
      }),
      RUNS,
    ));
});

describe('reading', () => {
  const blank = fc.constantFrom(' ', '\n', '\t ', '\r\n', ' # a comment, AND more\n', '\n#\n');

  test('a printed condition means the same again, however it is laid out', () =>
    fc.assert(
      fc.property(clauses, fc.infiniteStream(blank), (expression, blanks) => {
        // A line break in front keeps comments within conditions of several lines.
        const text = wordsOf(expression).reduce((before, word) => `${before}${blanks.next().value}${word}`, '\n');
        expect(meaningOf(parseCondition(`true AND ${text}\nAND true`))).toEqual(
          meaningOf(parseCondition(`true AND ${wordsOf(expression).join(' ')} AND true`)),
        );
        expect(meaningOf(compiled(expression).ast)).toEqual(meaningOf(expression));
      }),
      RUNS,
    ));

  test('clauses in a verdict compile by themselves, and are unmet by themselves over the same metrics', () =>
    fc.assert(
      fc.property(clauses, partlyMeasured, (expression, values) => {
        for (const unmet of compiled(expression).judge(values).unmet) {
          expect(compileCondition(unmet.clause, VOCABULARY).judge(values).unmet).toContainEqual(unmet);
        }
      }),
      RUNS,
    ));

  const word = fc.constantFrom(
    'a',
    'b',
    'm',
    'n',
    '0',
    '2',
    'AND',
    'or',
    'NOT',
    '(',
    ')',
    '==',
    '<',
    '+',
    '-',
    'true',
    '\n',
    '\r\n',
    '#x\n',
    'zz',
    '=',
    '0.5',
    '\u00A0',
    '"',
  );
  const soup = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));

  test.each([
    ['any text', fc.string({ unit: 'binary' })],
    ['words in any order', soup],
  ])('%s is compiled or refused at a place within it', (_, texts) =>
    fc.assert(
      fc.property(texts, (text) => {
        expect(['compiled', 'refused within']).toContain(outcomeOf(text));
      }),
      { numRuns: 2_000 },
    ),
  );

  test('words in any order are a condition now and then', () => {
    const outcomes = fc.sample(soup, { numRuns: 2_000, seed: 1 }).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 'compiled').length).toBeGreaterThan(20);
  });
});

/** Outcome of a text; any other error is let through. */
const outcomeOf = (text: string): 'compiled' | 'refused within' | 'refused outside' => {
  try {
    compileCondition(text, VOCABULARY);
    return 'compiled';
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    const line = text.split(/\r\n|\r|\n/)[error.line - 1];
    const within = line !== undefined && error.column >= 1 && error.column <= Math.max(1, line.length);
    return within ? 'refused within' : 'refused outside';
  }
};
