/**
 * The work was committed on the branch of the run.
 *
 * @module
 */
import type { RecordKind } from '../record.ts';
import { foldCommit, type WorkCommit } from '../run-branch.ts';

export const workCommitted: RecordKind<WorkCommit> = {
  meaning: 'the start of the run, or the exit of a phase, was committed on the branch of the run: which commit',
  events: ({ phase, commit, branch = '', subject = '' }) => [
    { type: 'work.committed', phase, branch, commit, subject },
  ],
  fold: (state, { data }) => ({ ...state, branch: foldCommit(state.branch, data) }),
};
