/**
 * What the ledger says that is to be done and was not, because the loop was killed: done before anything else.
 *
 * @module
 */
import { type CommitSite, makeCommit } from '../loop/steps/commit.ts';
import { closeOpenEnds } from './close-open-ends.ts';
import { tellSession } from '../loop/tell-session.ts';
import { completeByForce } from '../orders/skip.order.ts';
import { finishRollback } from '../loop/commits/finish-rollback.ts';

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
