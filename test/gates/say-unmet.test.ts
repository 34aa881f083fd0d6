import { describe, expect, it } from 'vitest';
import { compileGates } from '../../gates/compile-gates.ts';
import { CLEAN_MEASUREMENT, createIteration } from '../../gates/create-iteration.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { sayUnmet } from '../../gates/say-unmet.ts';
import { listUnmet } from '../../gates/verdict.ts';

const [, GREEN] = compileGates({ phases: DEFAULT_PHASES });
const FINE: Metrics = {
  ...CLEAN_MEASUREMENT,
  tests_total: 4,
  tests_passing: 4,
  tests_failing: 0,
  consecutive_green_runs: 2,
};
const said = (metrics: Metrics) => {
  if (GREEN === undefined) throw new Error('There is no GREEN.');
  const decision = decide(GREEN, createIteration({ phase: 'GREEN', iteration: 1, exit_signal: true, metrics }));
  return { lines: sayUnmet(decision), clauses: listUnmet(decision).length };
};

describe('the unmet clauses in words', () => {
  it('name a failing test once: what counts it again is one line', () => {
    const { lines, clauses } = said({
      ...FINE,
      tests_passing: 3,
      tests_failing: 1,
      runner_exit_code: 1,
      consecutive_green_runs: 0,
    });
    expect(lines).toEqual([
      'tests_failing == 0: got 1, expected 0',
      'also not met: tests_passing == tests_total; runner_exit_code == 0; consecutive_green_runs >= 2',
    ]);
    expect(clauses).toBe(4);
  });

  it('name what was not measured in one line, behind what was', () => {
    const { lines, clauses } = said({ report_fresh: true, report_complete: false, tree_stable: true });
    expect(clauses).toBeGreaterThan(8);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe('report_complete == true: got false, expected true');
    expect(lines[1]).toMatch(/^not measured: .*tests_total.*consecutive_green_runs/);
  });

  it('keep their values where nothing else explains them', () => {
    expect(said({ ...FINE, tests_passing: 3, tests_skipped: 1, consecutive_green_runs: 0 }).lines).toEqual([
      'tests_passing == tests_total: got 3, expected 4',
      'consecutive_green_runs >= 2: got 0, expected 2 or more',
    ]);
  });

  it('are none exactly when both gates are satisfied', () => {
    expect(said(FINE)).toEqual({ lines: [], clauses: 0 });
  });
});
