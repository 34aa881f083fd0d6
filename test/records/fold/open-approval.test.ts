import { describe, expect, test } from 'vitest';
import { decide } from '../../../gates/decide.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { foldWork } from '../../../src/records/fold/fold-sums.ts';
import { describeApproval } from '../../../src/records/fold/open-approval.ts';
import { UNSTARTED, type WorkState } from '../../../src/records/fold/work-state.ts';
import { anIteration } from '../../gates/an-iteration.ts';

const [, green] = compileGates({ phases: DEFAULT_PHASES });
if (green === undefined) throw new Error('no GREEN');

const RECORD = anIteration('GREEN', {}, { tree: { before: 'a1', after: 'c0ffee'.repeat(10), head: null } });
const BEGUN: WorkState = { ...UNSTARTED, since: '2026-01-02T10:00:00.000Z', phaseSince: '2026-01-02T11:00:00.000Z' };
const ASKED: WorkRecord = { type: 'approval.asked', at: '2026-01-02T12:00:00.000Z', data: { record: RECORD } };
const decidedAt = (at: string): WorkRecord => ({
  type: 'iteration.decided',
  at,
  data: { record: RECORD, decision: { ...decide(green, RECORD), can_exit: false, next: 'hold' } },
});

const fold = (state: WorkState, ...records: readonly WorkRecord[]): WorkState => records.reduce(foldWork, state);

describe('the wait for a person', () => {
  test('counts for no limit in minutes: they begin later by the time of the wait', () => {
    const { since, phaseSince } = fold(BEGUN, ASKED, decidedAt('2026-01-02T20:30:00.000Z'));
    expect([since, phaseSince]).toEqual(['2026-01-02T18:30:00.000Z', '2026-01-02T19:30:00.000Z']);
  });

  test('ends for them with a resume, from which they begin anyway', () => {
    const resumed: WorkRecord = {
      type: 'run.resumed',
      at: '2026-01-02T15:00:00.000Z',
      data: { tree: 't', ended: [], automatic: true },
    };
    expect(fold(BEGUN, ASKED, resumed, decidedAt('2026-01-02T16:00:00.000Z')).since).toBe('2026-01-02T16:00:00.000Z');
  });

  test('leaves them as they are where nobody was asked', () => {
    expect(fold(BEGUN, decidedAt('2026-01-02T20:30:00.000Z')).since).toBe(BEGUN.since);
  });

  test('is described with the exact commands, and with the answer once there is one', () => {
    const open = { at: ASKED.at, asked: { record: RECORD } };
    const described = {
      phase: 'GREEN',
      iteration: 1,
      attempt: 1,
      tree: 'c0ffee'.repeat(10),
      since: ASKED.at,
      approve: 'dualgate approve c0ffeec0ffee --code CODE',
      reject: 'dualgate reject c0ffeec0ffee -m "why"',
    };
    expect(describeApproval(open)).toEqual({
      ...described,
      says: 'A person has to approve GREEN 1: dualgate approve c0ffeec0ffee --code CODE, or dualgate reject c0ffeec0ffee -m "why"',
    });
    const answer = { approved: false, by: 'ann', at: ASKED.at, tree: described.tree, reason: 'no' };
    expect(describeApproval({ ...open, answer })).toEqual({
      ...described,
      says: 'GREEN 1 was rejected by ann, and is decided when the run continues',
      answer,
    });
  });
});
