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
import type { RunNews } from '../records/run-events.ts';

/**
 * Nothing of such an iteration is kept: the next attempt has a nonce of its own and measures anew (RULES 1.1, 3.8).
 *
 * @returns the session that was said
 */
export const closeOpenEnds = ({
  config,
  journal,
  announce,
}: {
  readonly config: Pick<Config, 'signals' | 'agent' | 'phases'>;
  readonly journal: Journal;
  readonly announce: (news: RunNews) => void;
}): SessionCompleted | null => {
  const { openEnds, settled } = journal.state();
  const { begun, leaving } = openEnds;
  const session = recordSession({ config, journal });
  if (session !== null) announce({ type: 'session.completed', ...session });
  if (leaving !== null) {
    journal.write('phase.left', leaving);
    const { phase, iteration, forced_exit } = leaving;
    announce({ type: 'phase.left', phase, iteration, forced_exit });
  }
  if (begun === null) return session;
  const how = settled === null ? 'was killed or broke' : 'ended';
  const why = `The loop ${how} before this iteration was decided: nothing of it counts, and its nonce is dead`;
  const voided = { ...begun, outcome: 'cut_off', why } as const;
  journal.write('attempt.void', voided);
  announce({ type: 'attempt.void', ...voided });
  return session;
};
