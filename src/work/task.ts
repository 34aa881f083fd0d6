/**
 * A task: one spec of a task list, as it was when the list began.
 *
 * @module
 */

export interface Task {
  /** Relative to the workspace, with `/`: identifies the task. */
  readonly spec: string;
  /** Its name for people; its spec by default. */
  readonly name: string;
  /** Specs of tasks of the same list that have to be done before. */
  readonly needs: readonly string[];
  /** SHA-256 of the spec's bytes when the list began, so that the task begins with the same spec. */
  readonly hash: string;
}

/** A spec that is already done when a list begins. */
export interface DoneBefore {
  /** Relative to the workspace, with `/`. */
  readonly spec: string;
  /** SHA-256 of its bytes: another content is another task. */
  readonly hash: string;
  /**
   * The commit that a task that needs it begins from; `null` where its file says that it is done, and its work is in
   * the checkout.
   */
  readonly commit: string | null;
}

/**
 * Why a task was deferred. `stuck`: its run ended stuck, and it is retried until its attempts are used.
 * `needs_human`: it needs human input. `aborted`: an operator ended its run for good. `changed`: its spec changed
 * since the list began. `waits`: a task that it needs was deferred for good.
 */
export type DeferredStatus = 'stuck' | 'needs_human' | 'aborted' | 'changed' | 'waits';
