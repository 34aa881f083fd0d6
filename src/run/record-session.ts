/**
 * The record of a session that its agent ended by an exit signal: AgentSessionCompleted of spec 003.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { ExitReason, WorkPhase } from '../signals/apm2/exit-signal.ts';
import { nextWorkPhase } from '../signals/apm2/next-work-phase.ts';
import { DEFAULT_WORK_PHASE } from '../signals/dialects/apm2.dialect.ts';
import type { RunSite } from './run-site.ts';

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

/** Writes it when the signal of the iteration is a valid one of APM2; else nothing. */
export const recordSession = (
  { config, journal, run }: Pick<RunSite, 'config' | 'journal' | 'run'>,
  record: IterationRecord,
): void => {
  if (record.signal.dialect !== 'apm2') return;
  const session = describeSession(record, {
    workPhase: config.signals.phase_map[record.phase] ?? DEFAULT_WORK_PHASE,
    actor: config.agent.use ?? config.agent.command?.[0] ?? 'scripted',
    run,
  });
  if (session !== null) journal.write('session.completed', session);
};

/** `null` for a word that is no exit signal of spec 003, or none that holds to it. */
export const describeSession = (
  { phase, iteration, attempt, signal, turn }: IterationRecord,
  { workPhase, actor, run }: { readonly workPhase: WorkPhase; readonly actor: string; readonly run: string },
): SessionCompleted | null => {
  const { exit_reason, pr_url, evidence_bundle_ref, because } = signal.told ?? {};
  if (signal.dialect !== 'apm2' || exit_reason === undefined) return null;
  return {
    session_id: turn.session ?? `${run}/${phase.toLowerCase()}-${iteration}-${attempt}`,
    actor_id: actor,
    phase,
    iteration,
    attempt,
    phase_completed: workPhase,
    exit_reason,
    ...(pr_url === undefined ? {} : { pr_url }),
    ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    ...(because === undefined ? {} : { notes: because }),
    next_work_phase: nextWorkPhase(workPhase, exit_reason),
  };
};
