/**
 * The record of a session that its agent ended by an exit signal: AgentSessionCompleted of spec 003.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { ExitReason, WorkPhase } from '../signals/apm2/exit-signal.ts';
import { nextWorkPhase } from '../signals/apm2/next-work-phase.ts';
import { DEFAULT_WORK_PHASE } from '../signals/dialects/apm2.dialect.ts';
import type { Config } from '../config/config.ts';
import type { Journal } from './journal.ts';

/** What a `session.completed` record carries; names of the signal are the protocol's. */
export interface SessionCompleted {
  /** The agent's own session, or else the turn. */
  readonly session_id: string;
  /** The agent's program. */
  readonly actor_id: string;
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly phase_completed: WorkPhase;
  readonly exit_reason: ExitReason;
  readonly pr_url?: string;
  readonly evidence_bundle_ref?: string;
  readonly notes?: string;
  /** What spec 003 has follow, `null` where it names nothing. It is told, and no gate asks for it. */
  readonly next_work_phase: WorkPhase | null;
}

/** What the iteration alone tells of it; the rest is the config's. */
export type EndedSession = Omit<SessionCompleted, 'actor_id' | 'phase_completed' | 'next_work_phase'>;

/**
 * Writes the one that the last decision ended, if it ended one: behind the decision, so that an iteration that is cut off
 * before it ended no session.
 */
export const recordSession = ({
  config,
  journal,
}: {
  readonly config: Pick<Config, 'signals' | 'agent'>;
  readonly journal: Journal;
}): void => {
  const { session } = journal.state().openEnds;
  if (session === null) return;
  const { signals, agent } = config;
  const described = describeSession(session, {
    workPhase: signals.phase_map[session.phase] ?? DEFAULT_WORK_PHASE,
    actor: agent.use ?? agent.command?.[0] ?? 'scripted',
  });
  journal.write('session.completed', described);
};

/** `null` for a word that is no exit signal of spec 003, or none that holds to it. */
export const findEndedSession = ({
  run,
  phase,
  iteration,
  attempt,
  signal,
  turn,
}: IterationRecord): EndedSession | null => {
  const { exit_reason, pr_url, evidence_bundle_ref, because } = signal.told ?? {};
  if (signal.dialect !== 'apm2' || exit_reason === undefined) return null;
  return {
    session_id: turn.session ?? `${run}/${phase.toLowerCase()}-${iteration}-${attempt}`,
    phase,
    iteration,
    attempt,
    exit_reason,
    ...(pr_url === undefined ? {} : { pr_url }),
    ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    ...(because === undefined ? {} : { notes: because }),
  };
};

/** The whole record. */
export const describeSession = (
  session: EndedSession,
  { workPhase, actor }: { readonly workPhase: WorkPhase; readonly actor: string },
): SessionCompleted => ({
  ...session,
  actor_id: actor,
  phase_completed: workPhase,
  next_work_phase: nextWorkPhase(workPhase, session.exit_reason),
});
