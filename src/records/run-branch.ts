/**
 * The branch of a run as its ledger tells it: where it began, and which commits were made on it.
 *
 * @module
 */

/** What a run that makes commits begins with. */
export interface BranchStart {
  /** Of the branch, without `refs/heads/`. */
  readonly name: string;
  /** The commit that HEAD stood at. */
  readonly base: string;
  /** Git's tree of the sources that the inventory was taken of. */
  readonly tree: string;
  /** Of git's own folder, relative to the workspace: no other repository may be put in its place. */
  readonly git_dir: string;
  readonly author: { readonly name: string; readonly email: string };
}

/** A commit that was made. */
export interface WorkCommit {
  /** The phase that was left; `null` for the commit that the run begins with. */
  readonly phase: string | null;
  readonly commit: string;
  readonly parent: string;
  readonly tree: string;
  /** Of the record that it stands for: its place in the ledger. */
  readonly record: number;
  /** Where the commits are kept that somebody had put in the place of the run's; absent when nobody did. */
  readonly kept?: string;
  /** Of the branch, and the first line of the message; absent in ledgers before 0.2. */
  readonly branch?: string;
  readonly subject?: string;
}

export interface RunBranch extends BranchStart {
  /** The last commit of the run; `null` before its first. */
  readonly tip: string | null;
  /** Phase → the commit of its last exit. */
  readonly exits: Readonly<Record<string, string>>;
}

export const beginBranch = (start: BranchStart): RunBranch => ({ ...start, tip: null, exits: {} });

/** Pure. */
export const foldCommit = (branch: RunBranch | null, { phase, commit }: WorkCommit): RunBranch | null =>
  branch === null
    ? null
    : { ...branch, tip: commit, exits: phase === null ? branch.exits : { ...branch.exits, [phase]: commit } };
