import { describe, expect, test } from 'vitest';
import { closedBreaker } from '../../machines/index.ts';
import type { WorkRecord } from '../../src/records/records.ts';
import { UNSTARTED, type WorkState } from '../../src/records/fold/work-state.ts';
import { foldWork } from '../../src/records/fold/fold-sums.ts';

const AT = '2026-01-02T03:04:05.000Z';
const USED: WorkState = {
  ...UNSTARTED,
  limits: 2,
  iterationsUsed: 3,
  runIterationsUsed: 4,
  deadlocks: { premature: 2, silent: 0 },
  spending: { cost: 1.5, tokens: 200, calls: [[1, 1]] },
  breaker: { ...closedBreaker(), state: 'HALF_OPEN', no_progress: 2, openings: 2, onTrial: true },
};
const EXHAUSTED = { ...closedBreaker(), state: 'OPEN', openings: 3, exhausted: true } as const;
const resumed = (data: { readonly automatic?: true }): WorkRecord => ({
  type: 'run.resumed',
  at: AT,
  data: { tree: 't', ended: [], ...data },
});

describe('a killed run that resumes by itself', () => {
  test('has its remaining iterations and its breaker, so that no kill makes a limit endless', () => {
    // Every record is counted for people; no decision uses it.
    const { openEnds, sums, ...rest } = foldWork(USED, resumed({ automatic: true }));
    expect(rest).toEqual({ ...USED, openEnds: undefined, sums: undefined, since: AT, phaseSince: AT });
    expect(sums.clock?.goesOn).toBe(true);
    expect(openEnds.kills).toBe(1);
    expect(foldWork({ ...USED, breaker: EXHAUSTED }, resumed({ automatic: true })).breaker).toEqual(EXHAUSTED);
  });

  test('starts all limits again when an operator resumes it', () => {
    const { runIterationsUsed, spending, deadlocks, breaker } = foldWork(USED, resumed({}));
    expect([runIterationsUsed, spending.cost, deadlocks.premature, breaker]).toEqual([0, 0, 0, closedBreaker()]);
    expect(foldWork({ ...USED, breaker: EXHAUSTED }, resumed({})).breaker).toEqual(closedBreaker());
  });
});
