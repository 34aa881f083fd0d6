import { describe, expect, test } from 'vitest';
import { kindOf } from '../../../src/records/records.ts';
import { NOTHING_OPEN, type OpenEnds, type WorkState } from '../../../src/records/fold/work-state.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import type { WorkRecord } from '../../../src/records/records.ts';

const AT = '2026-01-02T03:04:05.000Z';
const GREEN = { phase: 'GREEN', iteration: 2 } as const;
const startedTurn = { type: 'turn.started', data: { ...GREEN, attempt: 1, nonce_hash: 'n' } } as const;
const ending = (status: 'interrupted' | 'stuck') =>
  ({ type: 'run.ended', data: { status, why: 'so', exit_code: 1 } }) as const;
const resumed = { type: 'run.resumed', data: { tree: 't', ended: [] } } as const;
const decided = (decision: object) =>
  ({
    type: 'iteration.decided',
    data: {
      record: anIteration('GREEN', {}, { iteration: 2 }),
      decision: { can_exit: false, next: 'hold', ...decision },
    },
  }) as const;

/** The decision's record of a session; the config decides whether it is one. */
const session = (exit_reason: string) => ({ session_id: 'a-run/green-2-1', ...GREEN, attempt: 1, exit_reason });

/** Fold of a run that has no end unless `run.ended` is there. */
const fold = (...records: readonly { readonly type: WorkRecord['type']; readonly data: unknown }[]): OpenEnds =>
  records.reduce(
    ({ openEnds, ending: before }, record) => {
      const known = { at: AT, ...record } as WorkRecord;
      const said = known.type === 'run.ended' ? known.data : known.type === 'run.resumed' ? null : before;
      const { openEnds: follow } = kindOf(known.type);
      return { openEnds: follow?.(openEnds, known, { iteration: 2, ending: before }) ?? openEnds, ending: said };
    },
    { openEnds: NOTHING_OPEN, ending: null } as {
      openEnds: OpenEnds;
      ending: WorkState['ending'];
    },
  ).openEnds;

describe('the unfinished parts after a kill', () => {
  test('are a turn that was started, until it is discarded or decided', () => {
    expect(fold(startedTurn)).toEqual({ ...NOTHING_OPEN, startedTurn: { ...GREEN, attempt: 1 } });
    expect(fold(startedTurn, { type: 'turn.discarded', data: { ...GREEN, attempt: 1, why: 'so' } })).toEqual(
      NOTHING_OPEN,
    );
    expect(fold(startedTurn, decided({}))).toEqual(NOTHING_OPEN);
  });

  test('are a question to a person with its answer, until it is decided; the turn before it is over', () => {
    const asked = { record: anIteration('GREEN', {}, { iteration: 2 }) };
    const question = { type: 'approval.asked', data: asked } as const;
    const answer = { ...GREEN, attempt: 1, tree: asked.record.tree.after, by: 'ann' };
    const rejected = { type: 'operator.rejected', data: { ...answer, reason: 'no' } } as const;
    const open = { ...NOTHING_OPEN, approval: { at: AT, asked } };
    expect(fold(startedTurn, question)).toEqual(open);
    expect(fold(question, { type: 'operator.approved', data: answer })).toEqual({
      ...NOTHING_OPEN,
      approval: { at: AT, asked, answer: { approved: true, by: 'ann', at: AT, tree: answer.tree } },
    });
    expect(fold(question, rejected)).toEqual({
      ...NOTHING_OPEN,
      approval: { at: AT, asked, answer: { approved: false, by: 'ann', at: AT, tree: answer.tree, reason: 'no' } },
    });
    expect(fold(question, rejected, decided({}))).toEqual(NOTHING_OPEN);
    expect(fold({ type: 'operator.approved', data: answer })).toEqual(NOTHING_OPEN);
  });

  test('keep no question after a skip, an abort, a rollback, or a config that an operator accepted', () => {
    const question = { type: 'approval.asked', data: { record: anIteration('GREEN', {}, { iteration: 2 }) } } as const;
    const by = { by: 'ann', reason: 'down' };
    for (const over of [
      { type: 'operator.skipped', data: { phase: 'GREEN', ...by, exit: {} } },
      { type: 'operator.aborted', data: by },
      { type: 'operator.rolled_back', data: { phase: 'RED', ...by, commit: 'c', kept: 'k' } },
    ] as const)
      expect(fold(question, over)).not.toHaveProperty('approval');
    // The measurement under the former config is discarded, like the turn of a killed loop.
    expect(fold(question, { type: 'operator.accepted', data: { phase: 'GREEN', ...by, config: {} } })).toEqual({
      ...NOTHING_OPEN,
      startedTurn: { ...GREEN, attempt: 1 },
    });
    expect(fold(question, { type: 'operator.accepted', data: { phase: 'GREEN', ...by } })).toHaveProperty('approval');
  });

  test('are an exit that was decided, or forced, until it is recorded', () => {
    const left = { ...NOTHING_OPEN, session: session('completed'), pendingExit: { ...GREEN, forced_exit: false } };
    expect(fold(decided({ can_exit: true }))).toEqual(left);
    expect(fold(decided({ can_exit: true }), { type: 'phase.exited', data: left.pendingExit })).toEqual(NOTHING_OPEN);
    const by = { by: 'ann', reason: 'down' };
    const forced = { ...GREEN, forced_exit: true, ...by };
    const skipped = { type: 'operator.skipped', data: { phase: 'GREEN', ...by, exit: {} } } as const;
    expect(fold(skipped)).toEqual({ ...NOTHING_OPEN, pendingExit: forced });
    expect(fold(skipped, { type: 'phase.exited', data: forced })).toEqual(NOTHING_OPEN);
  });

  test('are work that an operator completes by force, until a command of another kind, or a turn', () => {
    const by = { by: 'ann', reason: 'down' };
    const whole = { type: 'operator.skipped', data: { phase: 'GREEN', ...by, exit: {}, whole: true } } as const;
    const left = { type: 'phase.exited', data: { ...GREEN, forced_exit: true, ...by } } as const;
    expect(fold(whole, left)).toEqual({ ...NOTHING_OPEN, forcing: by });
    expect(fold(whole, left, resumed).forcing).toEqual(by);
    expect(fold(whole, left, startedTurn).forcing).toBeNull();
    expect(fold(whole, left, { type: 'operator.rolled_back', data: {} }).forcing).toBeNull();
  });

  test('are a halt, from the decision on until an operator resumes the work', () => {
    const halt = { code: 'blocked', says: 'no key' };
    const blocked = decided({ next: 'needs_human', halt });
    const asked = { ...NOTHING_OPEN, session: session('blocked'), halt: { status: 'needs_human', why: 'no key' } };
    expect(fold(blocked)).toEqual(asked);
    expect(fold(blocked, { type: 'session.completed', data: {} })).toEqual({ ...asked, session: null });
    expect(fold(decided({ next: 'stop', halt })).halt).toEqual({ status: 'stuck', why: 'no key' });
    expect(fold({ type: 'chart.halted', data: { phase: 'GREEN', why: 'late', status: 'stuck' } }).halt).toEqual({
      status: 'stuck',
      why: 'late',
    });
    expect(fold(blocked, ending('stuck')).halt).toEqual({ status: 'stuck', why: 'so' });
    expect(fold(blocked, { type: 'operator.reset', data: {} }).halt).toBeNull();
    expect(fold(blocked, resumed).halt).toBeNull();
    expect(fold(ending('interrupted')).halt).toBeNull();
  });

  test('count kills in a row: a recorded end, or a decision, begins the count again', () => {
    expect(fold(resumed, resumed).kills).toBe(2);
    expect(fold(resumed, ending('interrupted'), resumed).kills).toBe(0);
    expect(fold(resumed, startedTurn, decided({}), resumed).kills).toBe(1);
  });
});
