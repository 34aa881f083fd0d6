/**
 * The work phase that follows a valid exit signal (spec 003, "Phase Transitions"). Both gates decide whether a
 * TDD phase is exited.
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
