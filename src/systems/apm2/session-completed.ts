/**
 * AgentSessionCompleted of spec 003: what a valid exit signal becomes, with the work phase that follows.
 *
 * @module
 */
import { type ExitReason, nextWorkPhase, type WorkPhase } from '../../../machines/work-phases.ts';
import { checkExitSignal, type ExitSignal } from './exit-signal.ts';
import { withoutNonces } from './nonce-words.ts';
import { ExitSignalError } from './parse-exit-signal.ts';

/** Names of the signal are the protocol's. */
export interface AgentSessionCompleted {
  /** Id of the agent's own session, or else of the turn; for a work item, the session that held its lease. */
  readonly session_id: string;
  /** The program of the agent; for a work item, who worked in the session. */
  readonly actor_id: string;
  /** The work phase that `signals.phase_map` names for the phase; for a work item, its own phase. */
  readonly phase_completed: WorkPhase;
  /** The agent's. */
  readonly exit_reason: ExitReason;
  /** Absent where the signal has none. */
  readonly pr_url?: string;
  /** Absent where the signal has none. */
  readonly evidence_bundle_ref?: string;
  /** Without the nonce; absent where the signal has none. */
  readonly notes?: string;
  /** The next one of spec 003; `null` where it names none. */
  readonly next_work_phase: WorkPhase | null;
}

/**
 * The event, frozen. It repeats the signal; both gates decide whether a TDD phase is exited.
 *
 * @param parts.session_id - of the agent's own session
 * @param parts.actor_id - who worked in it
 * @example
 *     const event = createSessionCompleted({ session_id: 'session-123', actor_id: 'actor-456', signal: parseExitSignal(json, process.env) });
 * @throws {ExitSignalError} for a signal that the protocol refuses
 */
export const createSessionCompleted = ({
  session_id,
  actor_id,
  signal,
}: {
  readonly session_id: string;
  readonly actor_id: string;
  readonly signal: ExitSignal;
}): AgentSessionCompleted => {
  const checked = checkExitSignal({ ...signal });
  if ('problem' in checked) throw new ExitSignalError(checked.problem);
  return Object.freeze(describeCompletion({ session_id, actor_id, ...checked.signal }));
};

/** The event of fields that were looked at before. */
export const describeCompletion = ({
  session_id,
  actor_id,
  phase_completed,
  exit_reason,
  pr_url,
  evidence_bundle_ref,
  notes: given = '',
}: Omit<AgentSessionCompleted, 'next_work_phase'>): AgentSessionCompleted => {
  const notes = withoutNonces(given);
  return {
    session_id,
    actor_id,
    phase_completed,
    exit_reason,
    ...(pr_url === undefined ? {} : { pr_url }),
    ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    ...(notes === '' ? {} : { notes }),
    next_work_phase: nextWorkPhase(phase_completed, exit_reason),
  };
};
