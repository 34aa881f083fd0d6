/** The branch of a run, from its ledger: where it began, and its commits. */
import type { Freeze } from '../evidence/integrity/freeze.ts';

/** The branch of a run that makes commits, at its start. */
export interface BranchStart {
  /** The branch, without `refs/heads/`. */
  readonly name: string;
  /** The commit at HEAD. */
  readonly base: string;
  /** Git's tree of the sources of the baseline. */
  readonly tree: string;
  /** Git's own folder, relative to the workspace: no other repository may be put in its place. */
  readonly git_dir: string;
  /** The author of its commits. */
  readonly author: { readonly name: string; readonly email: string };
}

/** This record comes after the commit: after a kill between the two, the process that resumes finds the commit, or makes it. */
export interface WorkCommit {
  /** The phase that was exited; `null` for the commit that the run begins with. */
  readonly phase: string | null;
  readonly commit: string;
  /** The commit before it on the branch. */
  readonly parent: string;
  /** Git's tree of the commit. */
  readonly tree: string;
  /** The `seq` of the record of this start or exit. */
  readonly record: number;
  /** A name in git for commits that replaced those of the run; absent when there were none. */
  readonly kept?: string;
  /** Absent before it is on the branch. */
  readonly branch?: string;
  /** The first line of its message; absent as `branch` is. */
  readonly subject?: string;
}

export interface RunBranch extends BranchStart {
  /** The last commit of the run; `null` before its first. */
  readonly tip: string | null;
  /** Phase → the commit of its last exit. */
  readonly exits: Readonly<Record<string, string>>;
}

export const startBranch = (start: BranchStart): RunBranch => ({ ...start, tip: null, exits: {} });

/** Recorded where a run continues on another machine. */
export interface RunMove extends Pick<BranchStart, 'name' | 'git_dir'> {
  /** The frozen files outside of the workspace, and git's answers, as they are there. */
  readonly frozen: Freeze;
}

/** Pure. */
export const foldCommit = (branch: RunBranch | null, { phase, commit }: WorkCommit): RunBranch | null =>
  branch === null
    ? null
    : { ...branch, tip: commit, exits: phase === null ? branch.exits : { ...branch.exits, [phase]: commit } };
