/**
 * Which work phase follows a valid exit signal (spec 003, "Phase Transitions"). It says what the signal asks for; whether a
 * TDD phase is left is for both gates to say.
 *
 * @module
 */
import type { ExitReason, WorkPhase } from './exit-signal.ts';

const FOLLOWS: Readonly<Partial<Record<WorkPhase, WorkPhase>>> = {
  IMPLEMENTATION: 'CI_PENDING',
  CI_PENDING: 'READY_FOR_REVIEW',
  READY_FOR_REVIEW: 'REVIEW',
  REVIEW: 'READY_FOR_MERGE',
  READY_FOR_MERGE: 'COMPLETED',
};

/** `null` where spec 003 names none: after DRAFT, COMPLETED and BLOCKED. */
export const nextWorkPhase = (completed: WorkPhase, reason: ExitReason): WorkPhase | null =>
  reason === 'completed' ? (FOLLOWS[completed] ?? null) : 'BLOCKED';
