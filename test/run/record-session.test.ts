import { describe, expect, test } from 'vitest';
import { describeSession, findEndedSession } from '../../src/run/record-session.ts';
import { createExitSignal } from '../../src/signals/apm2/create-exit-signal.ts';
import { nextWorkPhase } from '../../src/signals/apm2/next-work-phase.ts';
import { readSignal } from '../../src/signals/signal-reader.ts';
import { anIteration } from '../gates/an-iteration.ts';

const BINDING = { phase: 'GREEN', iteration: 1, nonce: null, tests: 'must_pass' } as const;
const ABOUT = { workPhase: 'IMPLEMENTATION', actor: 'codex' } as const;

const sessionOf = (said: string, session?: string) => {
  const record = anIteration('GREEN', {}, { run: 'r1', signal: readSignal(said, BINDING, { dialect: 'apm2' }) });
  const ended = findEndedSession(session === undefined ? record : { ...record, turn: { ...record.turn, session } });
  return ended === null ? null : describeSession(ended, ABOUT);
};
const signal = (parts: Omit<Parameters<typeof createExitSignal>[0], 'phase_completed'>) =>
  JSON.stringify(createExitSignal({ phase_completed: 'IMPLEMENTATION', ...parts }));

describe('a session that was completed', () => {
  test('is what a valid exit signal says', () => {
    const said = signal({ exit_reason: 'completed', pr_url: 'https://example.org/pr/1', notes: 'all there' });
    expect(sessionOf(said, 's-7')).toEqual({
      session_id: 's-7',
      actor_id: 'codex',
      phase: 'GREEN',
      iteration: 1,
      attempt: 1,
      phase_completed: 'IMPLEMENTATION',
      exit_reason: 'completed',
      pr_url: 'https://example.org/pr/1',
      notes: 'all there',
      next_work_phase: 'CI_PENDING',
    });
  });

  test('is blocked, or ended by an error, by the word of the signal', () => {
    expect(sessionOf(signal({ exit_reason: 'error', notes: 'no compiler' }))).toMatchObject({
      session_id: 'r1/green-1-1',
      exit_reason: 'error',
      notes: 'no compiler',
      next_work_phase: 'BLOCKED',
    });
    expect(sessionOf(signal({ exit_reason: 'blocked' }))).toMatchObject({ exit_reason: 'blocked' });
  });

  test('is none without a valid signal of this phase', () => {
    expect(sessionOf('Done.\n')).toBeNull();
    expect(sessionOf(signal({ exit_reason: 'completed' }).replace('1.0.0', '2.0.0'))).toBeNull();
    const other = JSON.stringify(createExitSignal({ phase_completed: 'REVIEW', exit_reason: 'completed' }));
    expect(sessionOf(other)).toBeNull();
  });

  test('is followed by the work phase that spec 003 names', () => {
    expect(
      (['IMPLEMENTATION', 'CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE', 'COMPLETED'] as const).map(
        (phase) => nextWorkPhase(phase, 'completed'),
      ),
    ).toEqual(['CI_PENDING', 'READY_FOR_REVIEW', 'REVIEW', 'READY_FOR_MERGE', 'COMPLETED', null]);
    expect([nextWorkPhase('REVIEW', 'blocked'), nextWorkPhase('DRAFT', 'error')]).toEqual(['BLOCKED', 'BLOCKED']);
  });
});
