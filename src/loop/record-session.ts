/**
 * Records the session of spec 003 that the last decision ended, and reports it to the command of
 * `notify.session_completed`.
 */
import type { Journal } from '../records/journal.ts';
import { describeSession, type SessionCompleted, type SessionConfig } from '../records/session-completed.ts';
import { createSessionNotification, sendNotification } from '../base/notification.ts';
import type { CommitContext } from './commits/commit.ts';
import { runFolders } from '../records/run-folders.ts';

/**
 * Writes the session that the last decision ended, if any: after the decision, so that an iteration that is cut off
 * before it ends no session.
 */
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
