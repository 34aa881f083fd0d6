import { describe, expect, test } from 'vitest';
import { coverCriteria } from '../../src/evidence/cover-criteria.ts';
import { aTestRun, failed, passed } from '../testing/a-test-run.ts';

describe('a criterion', () => {
  test('is covered by a test that names it, and passing when one of them passes', () => {
    const run = aTestRun([passed('AC-1: a'), failed('AC-1: b'), failed('suite > AC-2 c')]);
    expect(coverCriteria(['AC-1', 'AC-2', 'AC-3'], run)).toEqual({
      metrics: { criteria_covered: 2, criteria_passing: 1 },
      uncovered: ['AC-3'],
      failing: ['AC-2'],
    });
  });

  test.each(['AC-12: x', 'AC-1.2: x', 'XAC-1: x', 'AC-1-b: x', 'MAC-AC-1 x', 'ac-1: x'])(
    'is not named by %s',
    (name) => {
      expect(coverCriteria(['AC-1'], aTestRun([passed(name)])).metrics.criteria_covered).toBe(0);
    },
  );

  test.each(['AC-1', '[AC-1] x', 'x (AC-1).', 'AC-12, AC-1'])('is named by %s', (name) => {
    expect(coverCriteria(['AC-1'], aTestRun([passed(name)])).metrics.criteria_covered).toBe(1);
  });
});
