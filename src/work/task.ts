/**
 * A task: one spec of a list of work, as it was when the list began.
 *
 * @module
 */

export interface Task {
  /** Relative to the workspace, with `/`: what names the task. */
  readonly spec: string;
  /** Its name for people; its spec where it has no other. */
  readonly name: string;
  /** Specs of tasks of the same list that have to be done before. */
  readonly needs: readonly string[];
  /** SHA-256 of the spec's bytes when the list began: what is begun is what was meant. */
  readonly hash: string;
}

/** A spec that is done already when a list begins. */
export interface DoneBefore {
  /** Relative to the workspace, with `/`. */
  readonly spec: string;
  /** SHA-256 of its bytes: another content is another task. */
  readonly hash: string;
  /** The commit that a task which needs it begins from; `null` where its file says that it is done, and its work lies in the checkout. */
  readonly commit: string | null;
}

/**
 * How a task was put aside. `stuck`: its run came to no end, and it is tried again until its attempts are used.
 * `needs_human`: a person has to look at it. `aborted`: an operator ended its run for good. `changed`: its spec is not what it
 * was when the list began. `waits`: a task that it needs was put aside for good.
 */
export type AsideStatus = 'stuck' | 'needs_human' | 'aborted' | 'changed' | 'waits';
