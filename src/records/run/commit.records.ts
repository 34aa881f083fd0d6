/** Commits of a run: made at an exit, and taken back. */
import type { RecordKind } from '../record.ts';
import { foldCommit, type WorkCommit } from '../run-branch.ts';

/** A rollback was carried out. */
export interface WorkRolledBack {
  /** The `seq` of the `operator.rolled_back` that is carried out. */
  readonly record: number;
}

export const workRolledBack: RecordKind<WorkRolledBack> = {
  meaning: 'branch and files were reset to the exit of the phase that an operator named',
};

/** The work was committed on the branch of the run. */
export const workCommitted: RecordKind<WorkCommit> = {
  meaning: 'the start of the run, or the exit of a phase, was committed on the branch of the run: which commit',
  events: ({ phase, commit, branch = '', subject = '' }) => [
    { type: 'work.committed', phase, branch, commit, subject },
  ],
  fold: (state, { data }) => ({ ...state, branch: foldCommit(state.branch, data) }),
};
