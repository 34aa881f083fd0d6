import { expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { pagePhasesOf } from '../../src/page/head-of.ts';

const wantedBy = (gate_1: string) => {
  const phases = DEFAULT_PHASES.map((each) =>
    each.phase === 'GREEN' ? { ...each, gate_1: { ...each.gate_1, condition: gate_1 } } : each,
  );
  return pagePhasesOf({ phases }).find(({ phase }) => phase === 'GREEN')?.green_runs_wanted;
};

test('the green runs that the page shows are those that the loop wants: the most of the condition and the floor, or none', () => {
  expect(pagePhasesOf({ phases: DEFAULT_PHASES }).map((phase) => phase.green_runs_wanted)).toEqual([
    null,
    2,
    null,
    null,
  ]);
  expect(wantedBy('tests_failing == 0')).toBe(2);
  expect(wantedBy('tests_failing == 0 AND consecutive_green_runs >= 4')).toBe(4);
});

test.each([
  ['4 <= consecutive_green_runs', 4],
  ['tests_failing == 0 AND consecutive_green_runs > 4', 5],
  ['consecutive_green_runs >= 3 OR tests_failing == 0', 3],
])('a phase that asks for them in other words shows as many as the loop runs: %s', (condition, wanted) => {
  expect(wantedBy(condition)).toBe(wanted);
});
