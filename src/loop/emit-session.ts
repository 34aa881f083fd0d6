/**
 * Reports a completed session to the command of `notify.session_completed`, so that a program that waits for the next
 * work phase need not poll. It does not change the run. A kill may come before it, so the ledger counts.
 *
 * @module
 */
import { createSessionNotification } from '../notify/notification.ts';
import { sendNotification } from '../notify/send-notification.ts';
import type { CommitContext } from './steps/commit.ts';
import type { SessionCompleted } from '../records/session-completed.ts';
import { runFolders } from '../records/run-folders.ts';

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
