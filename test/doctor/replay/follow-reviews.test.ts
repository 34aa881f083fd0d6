import { describe, expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import type { KnownReview } from '../../../src/records/fold/work-state.ts';
import { findReviewOddities } from '../../../src/doctor/replay/replay-run.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const AT = '2026-01-13T10:00:00Z';
const [RED] = compileGates({ phases: DEFAULT_PHASES, review: {} });
const APPROVED: KnownReview = { outcome: 'approved', why: '', findings: [], reviewer: 'codex' };

const decided = (metrics: Parameters<typeof anIteration>[1], exitTree = 't1'): WorkRecord => {
  if (RED === undefined) throw new Error('there is no RED');
  const record = anIteration('RED', metrics, { tree: { before: 't0', after: 't1', head: null } });
  const decision = decide(RED, record);
  const exit = decision.can_exit ? { exit: { frozen: {}, tests: [], failing: [], tree: exitTree } } : {};
  return { type: 'iteration.decided', at: AT, data: { record, decision, ...exit } };
};

const reviewed = (tree: string, outcome: KnownReview['outcome']): WorkRecord => ({
  type: 'review.ended',
  at: AT,
  data: {
    phase: 'RED',
    iteration: 1,
    attempt: 1,
    tree,
    ...APPROVED,
    outcome,
    turn: { outcome: 'ok', exit_code: 0, ms: 1 },
    transcript: 't',
  },
});

const tell = (record: WorkRecord, reviews: Readonly<Record<string, KnownReview>> = {}, isAsked = true) =>
  findReviewOddities(record, { reviews }, isAsked);

describe('reviews in a ledger', () => {
  test('follow where the exit has the approval of its sources', () => {
    expect(tell(decided({ review_approved: true }), { t1: APPROVED })).toEqual([]);
    expect(tell(decided({ review_approved: false }), { t1: { ...APPROVED, outcome: 'findings' } })).toEqual([]);
    expect(tell(decided({}), {}, false)).toEqual([]);
  });

  test('are missed at an exit without one', () => {
    expect(tell(decided({}))).toEqual(['it exits RED without a review']);
  });

  test.each([
    ['of other sources', { t2: APPROVED }],
    ['that holds', { t1: { ...APPROVED, outcome: 'findings' as const } }],
    ['that is not there', {}],
  ])('do not approve by a verdict %s', (_what, reviews) => {
    expect(tell(decided({ review_approved: true }), reviews)).toEqual(['no review before it approves its sources']);
  });

  test('do not approve an exit with other sources', () => {
    expect(tell(decided({ review_approved: true }, 't9'), { t1: APPROVED })).toEqual([
      'its exit has other sources than those that were reviewed',
    ]);
  });

  test('need no verdict where the sources changed meanwhile: that holds', () => {
    expect(tell(decided({ review_approved: true, tree_stable: false }))).toEqual([]);
  });

  test('are given once for each state of the sources; an answer without a verdict may come again', () => {
    const again = ['these sources had the verdict of a review before'];
    expect(tell(reviewed('t1', 'approved'), { t1: { ...APPROVED, outcome: 'findings' } })).toEqual(again);
    expect(tell(reviewed('t1', 'no_verdict'), { t1: APPROVED })).toEqual([]);
    expect(tell(reviewed('t2', 'approved'), { t1: APPROVED })).toEqual([]);
  });
});
