import { describe, expect, test } from 'vitest';
import { closedBreaker } from '../../machines/index.ts';
import type { WorkRecord } from '../../src/records/catalogue/records.ts';
import { UNSTARTED, type WorkState } from '../../src/records/fold/work-state.ts';
import { foldWork } from '../../src/records/fold/fold-work.ts';

const AT = '2026-01-02T03:04:05.000Z';
const USED: WorkState = {
  ...UNSTARTED,
  limits: 2,
  allowanceUsed: 3,
  runAllowanceUsed: 4,
  deadlocks: { premature: 2, silent: 0 },
  spending: { cost: 1.5, tokens: 200, calls: [[1, 1]] },
  breaker: { ...closedBreaker(), state: 'HALF_OPEN', no_progress: 2, openings: 2, probing: true },
};
const SPENT = { ...closedBreaker(), state: 'OPEN', openings: 3, spent: true } as const;
const resumed = (data: { readonly unasked?: true }): WorkRecord => ({
  type: 'run.resumed',
  at: AT,
  data: { tree: 't', ended: [], ...data },
});

describe('a killed run that goes on without being asked to', () => {
  test('has what is left of its allowance and its breaker, so that no kill makes a limit endless', () => {
    // Every record is counted for people; nothing goes by that.
    const { openEnds, sums, ...rest } = foldWork(USED, resumed({ unasked: true }));
    expect(rest).toEqual({ ...USED, openEnds: undefined, sums: undefined, since: AT, phaseSince: AT });
    expect(sums.clock?.goesOn).toBe(true);
    expect(openEnds.kills).toBe(1);
    expect(foldWork({ ...USED, breaker: SPENT }, resumed({ unasked: true })).breaker).toEqual(SPENT);
  });

  test('has everything anew when somebody asks for it', () => {
    const { runAllowanceUsed, spending, deadlocks, breaker } = foldWork(USED, resumed({}));
    expect([runAllowanceUsed, spending.cost, deadlocks.premature, breaker]).toEqual([0, 0, 0, closedBreaker()]);
    expect(foldWork({ ...USED, breaker: SPENT }, resumed({})).breaker).toEqual(closedBreaker());
  });
});
