import { describe, expect, test } from 'vitest';
import { looksAt, nameRule, renderUnmet, sayWhy } from '../../gates/verdict.ts';

test('an unmet clause reads as its text and its reason, whether or not it comes from the floor', () => {
  const unmet = { clause: 'tests_passing == tests_total', because: 'got 9, expected 10' };
  const ofFloor = { ...unmet, metrics: ['tests_passing', 'tests_total'], rule: '1.4' };
  expect(renderUnmet(unmet)).toBe('tests_passing == tests_total: got 9, expected 10');
  expect(renderUnmet(ofFloor)).toBe('tests_passing == tests_total: got 9, expected 10');
});

describe('a clause', () => {
  test('depends on the metrics that it names, and on none whose name is a part of theirs', () => {
    expect(looksAt({ metrics: ['criteria_covered_extra'] }, ['criteria_covered'])).toBe(false);
    expect(looksAt({ metrics: ['a', 'criteria_covered'] }, ['b', 'criteria_covered'])).toBe(true);
  });

  test.each([{}, { metrics: null }, { metrics: 'confidence' }, { metrics: [['confidence'], 3, null] }])(
    'depends on none where its metrics are no list of names: %j',
    (clause) => {
      expect(looksAt(clause, ['confidence'])).toBe(false);
    },
  );
});

test('the rule of a clause stands in brackets behind it; without one, nothing does', () => {
  expect([nameRule('1.4'), nameRule(null), nameRule(undefined)]).toEqual([' (rule 1.4)', '', '']);
});

test('the sentence of a halt says why, before the result of the gates', () => {
  expect([sayWhy({ reason: 'held' }), sayWhy({ reason: 'held', halt: { says: 'The agent is blocked' } })]).toEqual([
    'held',
    'The agent is blocked',
  ]);
});
