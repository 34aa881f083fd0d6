/**
 * The record of a session that its agent ended: AgentSessionCompleted of spec 003. There is one when both gates exit
 * the last phase of a work phase, and one when `blocked` or `error` halts the run, for both channels of the signal. A
 * forced exit ends no session: the agent gave no signal for it.
 */
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { ExitReason } from '../../machines/work-item.refusals.ts';
import { describeReason } from '../signals/systems/apm2/exit-signal.ts';
import type { AgentSessionCompleted } from '../signals/systems/apm2/parse-exit-signal.ts';

/**
 * The record follows its `iteration.decided`, which has one at most: after a kill between the two, the process that
 * resumes writes it.
 */
export interface SessionCompleted extends AgentSessionCompleted {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** Phases of this work phase that an operator forced (rule 1.6); absent when there is none. */
  readonly forced_exits?: readonly string[];
}

/** The part that the decision alone determines; whether it is a session, and the rest, depends on the config. */
export interface EndedSession {
  /** The agent's own session, or else the turn. */
  readonly session_id: string;
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly exit_reason: ExitReason;
  readonly pr_url?: string;
  readonly evidence_bundle_ref?: string;
  readonly notes?: string;
}

/** `null` where the decision neither exited a phase nor halted the run by the agent's signal. */
export const findEndedSession = (
  { run, phase, iteration, attempt, signal, turn }: IterationRecord,
  { can_exit, halt }: Decision,
): EndedSession | null => {
  if (!can_exit && halt?.code !== 'blocked') return null;
  const { pr_url, evidence_bundle_ref } = signal.told ?? {};
  const exit_reason = reasonOf(signal, can_exit);
  const notes = notesOf(signal, exit_reason);
  return {
    session_id: turn.session ?? `${run}/${phase.toLowerCase()}-${iteration}-${attempt}`,
    phase,
    iteration,
    attempt,
    exit_reason,
    ...(pr_url === undefined ? {} : { pr_url }),
    ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    ...(notes === '' ? {} : { notes }),
  };
};

const reasonOf = ({ told }: IterationRecord['signal'], isExited: boolean): ExitReason => {
  if (isExited) return 'completed';
  return told?.exit_reason === 'error' ? 'error' : 'blocked';
};

/** The reason of the more trusted channel; for a blocked agent, the blockers of either channel. */
const notesOf = ({ says, told, blockers }: IterationRecord['signal'], reason: ExitReason): string =>
  reason === 'completed'
    ? (says ?? told?.because ?? '')
    : blockers.filter((each) => each !== describeReason(reason)).join('; ');
