import { describe, expect, test } from 'vitest';
import type { WaitingCriteria } from '../../gates/iteration.ts';
import { listIds, nameCriteria } from '../../gates/name-criteria.ts';
import { type Unmet } from '../../gates/verdict.ts';

const WAITING = { without_test: ['AC-3'], without_passing: ['AC-4', 'AC-5'] };
const unmet = (clause: string, ...metrics: readonly string[]) => ({
  clause,
  because: 'got 1, expected 4',
  metrics,
  rule: '2.5',
});

describe('a clause that is not met', () => {
  test.each([
    ['tests_total >= criteria_count', ['tests_total', 'criteria_count'], 'got 1, expected 4; without a test: AC-3'],
    [
      'criteria_covered == criteria_count',
      ['criteria_covered', 'criteria_count'],
      'got 1, expected 4; without a test: AC-3',
    ],
    [
      'criteria_passing == 4',
      ['criteria_passing'],
      'got 1, expected 4; without a test: AC-3; without a passing test: AC-4, AC-5',
    ],
    ['tests_failing == 0', ['tests_failing'], 'got 1, expected 4'],
    ['every criterion has a test', ['criteria_covered'], 'got 1, expected 4; without a test: AC-3'],
    ['[function criteria_passing]', [], 'got 1, expected 4'],
    ['criteria_covered_extra == 1', ['criteria_covered_extra'], 'got 1, expected 4'],
  ])('%s, which looks at %j: %s', (clause, metrics, because) => {
    expect(nameCriteria(unmet(clause, ...metrics), WAITING)).toEqual({ clause, because, metrics, rule: '2.5' });
  });

  test.each([undefined, null, 'criteria_passing', { 0: 'criteria_passing' }])(
    'is unchanged where it has %j for its metrics: a gate never throws',
    (metrics) => {
      const clause = { clause: 'criteria_passing == 4', because: 'got 1, expected 4', metrics } as unknown as Unmet;
      expect(nameCriteria(clause, WAITING)).toBe(clause);
    },
  );

  test('is unchanged without facts about criteria', () => {
    const clause = unmet('criteria_passing == 4', 'criteria_passing');
    expect(nameCriteria(clause, undefined)).toBe(clause);
    expect(nameCriteria(clause, { without_test: [], without_passing: [] })).toBe(clause);
  });

  test.each([null, 'AC-3', {}, { without_test: 3, without_passing: null }])(
    'stays unmet where an embedder passes %j for criteria: a gate never throws',
    (waiting) => {
      const clause = unmet('criteria_passing == 4', 'criteria_passing');
      expect(nameCriteria(clause, waiting as unknown as WaitingCriteria)).toEqual(clause);
    },
  );

  test('names twenty ids at the most', () => {
    const ids = Array.from({ length: 23 }, (_each, i) => `R${i}`);
    expect(listIds(ids)).toBe(`${ids.slice(0, 20).join(', ')} and 3 more`);
  });
});
