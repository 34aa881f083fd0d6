/**
 * Resets branch, files and index to the commit that the ledger names. Repeating it after a crash gives the same
 * result.
 */
import { moveBranch, readTip } from '../../commits/branch.ts';
import { restoreFiles, readTree, bringIndexTo } from '../../commits/restore-files.ts';
import { lookAtSources } from '../look-at-sources.ts';
import type { CommitContext } from './commit.ts';
import { openOwnRepository, refuseElsewhere } from './own-repository.ts';

/** @throws {ProofError} when git or the file system refuses @throws {RunError} when the checkout is on another branch */
export const finishRollback = async ({ config, journal, emit }: CommitContext): Promise<void> => {
  const state = journal.state();
  const { branch, run } = state;
  const due = journal.uncommitted();
  if (branch === null || branch.tip === null || due === null) return;
  await refuseElsewhere(config, branch, `roll back the run ${run}`);
  const repository = await openOwnRepository(config, branch);
  const { tip: commit, name } = branch;
  const entries = await readTree(repository, commit);
  const { files } = await lookAtSources(config, state);
  await restoreFiles(repository, { files, entries, writes: [...config.tests.writes, ...state.writes.accepted] });
  const from = await readTip(repository, name);
  if (from !== commit) await moveBranch(repository, name, { to: commit, from, why: `dualgate: rollback of ${run}` });
  if (!(await bringIndexTo(repository, entries)))
    emit({
      type: 'notice',
      text: 'The index of git is locked and could not be reset. Run git reset when it is free.',
    });
  journal.write('work.rolled_back', { record: due.seq });
};
