/**
 * What the ledger says that is to be done in git and was not, because the loop was killed: done before anything else.
 *
 * @module
 */
import { type CommitSite, makeCommit } from './make-commit.ts';
import { finishRollback } from './finish-rollback.ts';

/** @throws {ProofError} when it cannot be done; then it is still due */
export const catchUp = async (site: CommitSite): Promise<void> => {
  const due = site.journal.uncommitted();
  if (due?.type === 'operator.rolled_back') await finishRollback(site);
  else await makeCommit(site, 'later');
};
