import { describe, expect, test } from 'vitest';
import { closedBreaker, DEFAULT_BREAKER_RULES, turnBreaker } from '../../../machines/index.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { UNSTARTED, type WorkState } from '../../../src/records/fold/work-state.ts';
import { foldWork } from '../../../src/records/fold/fold-sums.ts';

const AT = '2026-01-02T03:04:05.000Z';
const BY = { by: 'ann', reason: 'why not' } as const;
/** Opened by crashes, and has no trial iteration left. */
const EXHAUSTED = [1, 2, 3].reduce(
  (breaker) => turnBreaker(breaker, { type: 'FAILED_TURN', at: AT }),
  closedBreaker({ ...DEFAULT_BREAKER_RULES, reopenings: 0 }),
);
/** Halted on everything that can halt it. */
const WORN: WorkState = {
  ...UNSTARTED,
  run: 'r1',
  baseline: { passing: ['a > old', 'a > kept'], skipped: [], known_failing: [] },
  frozen: { 'a.js': 'f0', 'spec.md': 's0' },
  criteria: { count: 1, ids: ['AC-1'] },
  tests: ['a > old', 'a > kept'],
  failing: ['a > old'],
  gone: ['a > old'],
  iteration: 4,
  discarded: 3,
  limits: 1,
  iterationsUsed: 4,
  runIterationsUsed: 7,
  phaseSince: '2026-01-01T01:00:00.000Z',
  spending: { cost: 3, tokens: 7, calls: [[29_454_000, 2]] },
  breaker: EXHAUSTED,
  deadlocks: { premature: 2, silent: 0 },
  since: '2026-01-01T00:00:00.000Z',
};
/** Every record is counted for people; no decision uses it. */
const fold = (record: Omit<WorkRecord, 'at'>): WorkState => ({
  ...foldWork(WORN, { at: AT, ...record } as WorkRecord),
  sums: WORN.sums,
});

describe('an operator command changes of the state of the work', () => {
  test('by reset every count that halts it, and nothing else', () => {
    expect(fold({ type: 'operator.reset', data: { phase: 'GREEN', ...BY } })).toEqual({
      ...WORN,
      limits: 0,
      iterationsUsed: 0,
      runIterationsUsed: 0,
      since: AT,
      phaseSince: AT,
      spending: { cost: 0, tokens: 0, calls: [[29_454_000, 2]] },
      breaker: closedBreaker(EXHAUSTED.rules),
      deadlocks: { premature: 0, silent: 0 },
      resets: [{ phase: 'GREEN', ...BY, at: AT }],
    });
  });

  test('by accept the frozen files and the tests that must not be removed, and nothing else', () => {
    const criteria = { count: 2, ids: ['AC-1', 'AC-2'] };
    const data = { phase: 'GREEN', ...BY, files: { 'spec.md': 's1' }, tests: ['a > old'], criteria };
    expect(fold({ type: 'operator.accepted', data })).toEqual({
      ...WORN,
      baseline: { passing: ['a > kept'], skipped: [], known_failing: [] },
      frozen: { 'a.js': 'f0', 'spec.md': 's1' },
      criteria,
      tests: ['a > kept'],
      failing: [],
      gone: [],
      accepted: [{ phase: 'GREEN', ...BY, at: AT, files: ['spec.md'], tests: ['a > old'] }],
    });
  });

  test('by guide only the guidance to the agent', () => {
    const told = { phase: 'GREEN', by: 'ann', text: 'Look into lib/.' };
    expect(fold({ type: 'operator.guided', data: told })).toEqual({ ...WORN, guidance: [{ ...told, at: AT }] });
  });

  test('by resume the counts and the clock of the limits, not how many turns an iteration took', () => {
    const data = { tree: 't', ended: [] };
    const resumed = fold({ type: 'run.resumed', data });
    expect(resumed).toEqual({
      ...WORN,
      limits: 0,
      iterationsUsed: 0,
      runIterationsUsed: 0,
      deadlocks: { premature: 0, silent: 0 },
      spending: { ...WORN.spending, cost: 0, tokens: 0 },
      // Hours in which the machine slept, or nobody resumed, are none of the run's minutes.
      since: AT,
      phaseSince: AT,
      breaker: closedBreaker(WORN.breaker.rules),
      openEnds: { ...WORN.openEnds, kills: 1 },
    });
  });

  test('by abort only the operator who ended it', () => {
    expect(fold({ type: 'operator.aborted', data: BY })).toEqual({ ...WORN, aborted: { ...BY, at: AT } });
  });
});
