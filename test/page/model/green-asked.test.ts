import { expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { greenRunsAsked } from '../../../src/page/model/green-asked.ts';
import { pagePhasesOf } from '../../../src/page/head-of.ts';

const askedBy = (gate_1: string): number | null => {
  const phases = DEFAULT_PHASES.map((each) =>
    each.phase === 'GREEN' ? { ...each, gate_1: { ...each.gate_1, condition: gate_1 } } : each,
  );
  return greenRunsAsked(pagePhasesOf({ phases }).find(({ phase }) => phase === 'GREEN'));
};

test('the green runs that a phase asks for are the most of its condition and the floor', () => {
  expect(pagePhasesOf({ phases: DEFAULT_PHASES }).map(greenRunsAsked)).toEqual([null, 2, null, null]);
  expect(askedBy('tests_failing == 0')).toBe(2);
  expect(askedBy('tests_failing == 0 AND consecutive_green_runs >= 4')).toBe(4);
});

test('no number is told where a phase asks in other words, or its conditions are not told', () => {
  expect(askedBy('tests_failing == 0 AND consecutive_green_runs > 4')).toBe(null);
  expect(askedBy('consecutive_green_runs >= 3 OR tests_failing == 0')).toBe(null);
  expect(greenRunsAsked({ phase: 'GREEN', purpose: '', gate_1: '', gate_2: '' })).toBe(null);
});
