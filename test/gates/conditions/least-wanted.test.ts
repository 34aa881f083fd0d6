import { expect, test } from 'vitest';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import { leastWanted } from '../../../gates/compile-gates.ts';
import { METRIC_VOCABULARY } from './all-metrics.ts';

const RUNS = 'consecutive_green_runs';
const least = (source: string) =>
  leastWanted(compileCondition(source.replaceAll('runs', RUNS), METRIC_VOCABULARY).ast, RUNS);

test.each([
  ['runs >= 2', 2],
  ['runs > 2', 3],
  ['runs == 4', 4],
  ['runs != 0', 1],
  ['runs != 5', 0],
  ['runs < 9', 0],
  ['runs <= 9', 0],
  ['2 <= runs', 2],
  ['2 < runs', 3],
  ['4 == runs', 4],
  ['9 >= runs', 0],
  ['tests_failing == 0 AND runs >= 2', 2],
  ['runs >= 2 AND (has_adr OR runs >= 5)', 5],
  ['NOT runs < 3', 3],
  ['NOT runs <= 3', 4],
  ['NOT 3 > runs', 3],
  ['NOT runs >= 3', 0],
  ['NOT NOT runs >= 3', 3],
  ['NOT (has_adr OR runs == 0)', 1],
  ['iteration >= 7', 0],
  ['runs >= criteria_count', 0],
  ['runs + 1 >= 7', 0],
  ['has_adr', 0],
  ['true == has_adr', 0],
])('%s wants %i', (source, wanted) => expect(least(source)).toBe(wanted));
