/**
 * What the ledger says that is to be done and was not, because the loop was killed: done before anything else.
 *
 * @module
 */
import { type CommitSite, makeCommit } from '../loop/steps/commit.ts';
import { tellSession } from '../loop/tell-session.ts';
import { completeByForce } from '../orders/skip.order.ts';
import { finishRollback } from '../loop/commits/finish-rollback.ts';
import type { Config } from '../config/shape-config.ts';
import type { Journal } from '../records/journal.ts';
import { recordSession } from '../loop/record-session.ts';
import type { SessionCompleted } from '../records/session-completed.ts';

/** In the ledger, then in git; then the phases that an operator completes by force. @throws {ProofError} when a commit cannot be made; then it is still due */
export const catchUp = async (site: CommitSite): Promise<void> => {
  const session = closeOpenEnds(site);
  const due = site.journal.uncommitted();
  if (due?.type === 'operator.rolled_back') await finishRollback(site);
  else await makeCommit(site, 'later');
  if (session !== null) await tellSession(site, session);
  const { forcing } = site.journal.state().openEnds;
  if (forcing !== null) await completeByForce(site, forcing);
};

/**
 * Closes in the ledger what a killed loop left open, before anything else is written: a half-finished iteration is void and
 * its nonce is dead, and a session that was ended and an exit that was decided are said.
 *
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
