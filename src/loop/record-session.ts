/** Records the session of spec 003 that the last decision ended, and reports it: `notify.session_completed`. */
import type { Journal } from '../records/journal.ts';
import type { WorkPhase } from '../../machines/work-item.refusals.ts';
import { type Config, isSession } from '../project/config/config.ts';
import type { EndedSession, SessionCompleted } from '../records/session-completed.ts';
import { apm2 } from '../signals/systems/apm2/apm2.dialect.ts';
import { describeCompletion } from '../signals/systems/apm2/parse-exit-signal.ts';
import { createSessionNotification, sendNotification } from '../base/notification.ts';
import { runFolders } from '../records/run-folders.ts';
import type { CommitContext } from './commits/own-repository.ts';

export type SessionConfig = Pick<Config, 'signals' | 'agent' | 'phases'>;

export const recordSession = ({
  config,
  journal,
}: {
  readonly config: SessionConfig;
  readonly journal: Journal;
}): SessionCompleted | null => {
  const { openEnds, forced } = journal.state();
  if (openEnds.session === null) return null;
  const names = forced.map(({ phase }) => phase);
  const completed = describeSession(openEnds.session, config, names);
  if (completed !== null) journal.write('session.completed', completed);
  return completed;
};

/** After its exit is committed. Never throws. */
export const emitSession = async (
  { config, journal, emit, now = () => new Date() }: CommitContext & { readonly now?: () => Date },
  session: SessionCompleted,
): Promise<void> => {
  const { run, branch } = journal.state();
  const notification = createSessionNotification({
    at: now().toISOString(),
    run,
    session_id: session.session_id,
    actor_id: session.actor_id,
    phase_completed: session.phase_completed,
    exit_reason: session.exit_reason,
    next_work_phase: session.next_work_phase,
    pr_url: session.pr_url ?? null,
    evidence_bundle_ref: session.evidence_bundle_ref ?? null,
    notes: session.notes ?? null,
    phase: session.phase,
    iteration: session.iteration,
    forced_exits: session.forced_exits ?? [],
    branch: branch?.name ?? null,
    commit: branch?.tip ?? null,
    workspace: config.folder,
    spec: config.work.spec,
    ledger: runFolders(config.folder, run).ledger,
  });
  const problem = await sendNotification(config.notify, notification);
  if (problem !== null) emit({ type: 'notice', text: problem });
};

/** The whole record; `null` where the agent does not use spec 003, or more phases of the work phase follow. */
export const describeSession = (
  { session_id, phase, iteration, attempt, ...said }: EndedSession,
  { signals, agent, phases }: SessionConfig,
  forced: readonly string[] = [],
): SessionCompleted | null => {
  if (signals.dialect !== apm2.name) return null;
  const workPhaseOf = (name: string): WorkPhase => signals.phase_map[name] ?? apm2.workPhases.default;
  const names = phases.map((each) => each.phase);
  const at = names.indexOf(phase);
  const workPhase = workPhaseOf(phase);
  const next = names[at + 1];
  if (said.exit_reason === 'completed' && next !== undefined && workPhaseOf(next) === workPhase) return null;
  const before = names.slice(0, at + 1);
  const start = before.findLastIndex((name) => workPhaseOf(name) !== workPhase) + 1;
  const forcedHere = before.slice(start).filter((name) => forced.includes(name));
  return {
    ...describeCompletion({
      session_id,
      actor_id: agent.use ?? agent.command?.[0] ?? (isSession(agent) ? 'session' : 'scripted'),
      phase_completed: workPhase,
      ...said,
    }),
    phase,
    iteration,
    attempt,
    ...(forcedHere.length === 0 ? {} : { forced_exits: forcedHere }),
  };
};
