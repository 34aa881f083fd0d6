/** Why a work item refuses an event (spec 003): the only place that judges them. Pure and total. */

/** The work phases of spec 003 and its table "Phase Transitions". Both gates decide whether a TDD phase is exited. */
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

/** The fields of a checked exit signal that change a work item. The parser checks the others. */
export interface WorkItemSignal {
  readonly phase_completed: WorkPhase;
  readonly exit_reason: ExitReason;
}

export type WorkItemEvent =
  /** DRAFT is over. Releases the lease. */
  | { readonly type: 'item.started' }
  /** The session takes the lease. */
  | { readonly type: 'item.claimed'; readonly session: string }
  /** The session gives back the lease, or its lease expired. The phase stays. */
  | { readonly type: 'item.released'; readonly session: string }
  | { readonly type: 'item.exited'; readonly session: string; readonly signal: WorkItemSignal }
  /** An operator's decision; never sent on an agent's behalf. */
  | { readonly type: 'item.unblocked' };

/** JSON only: a snapshot of it can be stored. */
export interface WorkItemContext {
  /** Whether AGENT_EXIT_PROTOCOL_ENABLED allows exit signals. Set it again before a snapshot is restored: it keeps the value. */
  readonly enabled: boolean;
  /** The session that holds the lease. */
  readonly holder: string | null;
  /** The session of the last accepted exit signal: it may not claim the item again. */
  readonly exited: string | null;
  /** The phase that an operator's `item.unblocked` returns to; null unless BLOCKED. */
  readonly blockedIn: WorkPhase | null;
}

/**
 * - `protocol_disabled`: exit signals are off
 * - `completed`, `blocked`: no event, or only an operator's, changes an item in this phase
 * - `invalid_session`, `invalid_signal`: the event breaks its type
 * - `no_lease`: no session holds the lease
 * - `not_holder`: another session holds the lease
 * - `already_claimed`: a session holds the lease
 * - `session_exited`: the session completed or blocked the previous phase; a fresh one has to claim
 * - `phase_mismatch`: the signal names another phase than the current one
 * - `no_next_phase`: spec 003 names no next phase, as after DRAFT
 * - `already_started`, `not_blocked`: the item is not in DRAFT, or not in BLOCKED
 */
export type WorkItemRefusal =
  | 'protocol_disabled'
  | 'completed'
  | 'blocked'
  | 'invalid_session'
  | 'invalid_signal'
  | 'no_lease'
  | 'not_holder'
  | 'already_claimed'
  | 'session_exited'
  | 'phase_mismatch'
  | 'no_next_phase'
  | 'already_started'
  | 'not_blocked';

/** The first reason against `event` in `phase`; `null` accepts it. A refused event changes nothing. */
export const findWorkItemRefusal = (
  phase: WorkPhase,
  context: WorkItemContext,
  event: WorkItemEvent,
): WorkItemRefusal | null => {
  if (event.type === 'item.exited' && !context.enabled) return 'protocol_disabled';
  if (phase === 'COMPLETED') return 'completed';
  if (event.type === 'item.unblocked') return phase === 'BLOCKED' && context.blockedIn !== null ? null : 'not_blocked';
  if (phase === 'BLOCKED') return 'blocked';
  if (event.type === 'item.started') return phase === 'DRAFT' ? null : 'already_started';
  if (typeof event.session !== 'string' || event.session === '') return 'invalid_session';
  if (event.type === 'item.claimed') return refuseClaim(context, event.session);
  if (context.holder === null) return 'no_lease';
  if (context.holder !== event.session) return 'not_holder';
  return event.type === 'item.released' ? null : refuseSignal(phase, event.signal);
};

const refuseClaim = ({ holder, exited }: WorkItemContext, session: string): WorkItemRefusal | null => {
  if (holder !== null) return 'already_claimed';
  return session === exited ? 'session_exited' : null;
};

/** Events from a store may break their type: a guard that throws would stop the chart for good. */
const refuseSignal = (phase: WorkPhase, signal: WorkItemSignal | null | undefined): WorkItemRefusal | null => {
  // Without this check, an unknown reason would count as a block.
  if (signal === null || signal === undefined || !EXIT_REASONS.includes(signal.exit_reason)) return 'invalid_signal';
  if (signal.phase_completed !== phase) return 'phase_mismatch';
  return nextWorkPhase(phase, signal.exit_reason) === null ? 'no_next_phase' : null;
};
