/**
 * Closes in the ledger what a killed loop left open, before anything else is written: a half-finished iteration is void and
 * its nonce is dead, and a session that was ended and an exit that was decided are said.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import type { Journal } from '../records/journal.ts';
import { recordSession } from '../loop/record-session.ts';
import type { SessionCompleted } from '../records/session-completed.ts';

/**
 * Nothing of such an iteration is kept: the next attempt has a nonce of its own and measures anew (RULES 1.1, 3.8).
 *
 * @returns the session that was said
 */
export const closeOpenEnds = ({
  config,
  journal,
}: {
  readonly config: Pick<Config, 'signals' | 'agent' | 'phases'>;
  readonly journal: Journal;
}): SessionCompleted | null => {
  const { openEnds, settled } = journal.state();
  const { begun, leaving } = openEnds;
  const session = recordSession({ config, journal });
  if (leaving !== null) journal.write('phase.left', leaving);
  if (begun === null) return session;
  const how = settled === null ? 'was killed or broke' : 'ended';
  const why = `The loop ${how} before this iteration was decided: nothing of it counts, and its nonce is dead`;
  journal.write('attempt.void', { ...begun, outcome: 'cut_off', why });
  return session;
};
