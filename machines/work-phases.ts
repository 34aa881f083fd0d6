/**
 * The work phases of spec 003 and its table "Phase Transitions". Both gates decide whether a TDD phase is exited.
 *
 * @module
 */

export const WORK_PHASES = [
  'DRAFT',
  'IMPLEMENTATION',
  'CI_PENDING',
  'READY_FOR_REVIEW',
  'REVIEW',
  'READY_FOR_MERGE',
  'COMPLETED',
  'BLOCKED',
] as const;
export type WorkPhase = (typeof WORK_PHASES)[number];

/** `completed` is a yes; `blocked` and `error` call for a person. */
export const EXIT_REASONS = ['completed', 'blocked', 'error'] as const;
export type ExitReason = (typeof EXIT_REASONS)[number];

const FOLLOWS: Readonly<Partial<Record<WorkPhase, WorkPhase>>> = {
  IMPLEMENTATION: 'CI_PENDING',
  CI_PENDING: 'READY_FOR_REVIEW',
  READY_FOR_REVIEW: 'REVIEW',
  REVIEW: 'READY_FOR_MERGE',
  READY_FOR_MERGE: 'COMPLETED',
};

/** The phase after a valid exit signal; `null` where spec 003 names none: after DRAFT, COMPLETED and BLOCKED. */
export const nextWorkPhase = (completed: WorkPhase, reason: ExitReason): WorkPhase | null =>
  reason === 'completed' ? (FOLLOWS[completed] ?? null) : 'BLOCKED';
