/**
 * Records the session of spec 003 that the last decision ended.
 *
 * @module
 */
import type { Journal } from '../records/journal.ts';
import { describeSession, type SessionCompleted, type SessionConfig } from '../records/session-completed.ts';

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
