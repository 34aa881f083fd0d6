/**
 * A task whose branch is to be merged.
 *
 * @module
 */
import type { TaskState } from '../list-state.ts';

/** Its branch, and the commit that is to be merged. */
export interface ReadyTask {
  readonly task: TaskState;
  readonly run: string;
  /** The folder of the run. */
  readonly folder: string;
  readonly branch: string;
  readonly commit: string;
}
