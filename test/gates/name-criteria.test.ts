import { describe, expect, test } from 'vitest';
import type { WaitingCriteria } from '../../gates/iteration.ts';
import { listIds, nameCriteria } from '../../gates/name-criteria.ts';

const WAITING = { without_test: ['AC-3'], without_passing: ['AC-4', 'AC-5'] };
const unmet = (clause: string) => ({ clause, because: '1 is not 4', rule: '2.5' });

describe('a clause that is not met', () => {
  test.each([
    ['tests_total >= criteria_count', '1 is not 4; without a test: AC-3'],
    ['criteria_covered == criteria_count', '1 is not 4; without a test: AC-3'],
    ['criteria_passing == 4', '1 is not 4; without a test: AC-3; without a passing test: AC-4, AC-5'],
    ['tests_failing == 0', '1 is not 4'],
  ])('%s: %s', (clause, because) => {
    expect(nameCriteria(unmet(clause), WAITING)).toEqual({ clause, because, rule: '2.5' });
  });

  test('stays as it is where nothing is known of criteria', () => {
    const clause = unmet('criteria_passing == 4');
    expect(nameCriteria(clause, undefined)).toBe(clause);
    expect(nameCriteria(clause, { without_test: [], without_passing: [] })).toBe(clause);
  });

  test.each([null, 'AC-3', {}, { without_test: 3, without_passing: null }])(
    'stays unmet where an embedder hands over %j for criteria: a gate never throws',
    (waiting) => {
      const clause = unmet('criteria_passing == 4');
      expect(nameCriteria(clause, waiting as unknown as WaitingCriteria)).toEqual(clause);
    },
  );

  test('names twenty ids at the most', () => {
    const ids = Array.from({ length: 23 }, (_each, i) => `R${i}`);
    expect(listIds(ids)).toBe(`${ids.slice(0, 20).join(', ')} and 3 more`);
  });
});
