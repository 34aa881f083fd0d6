/**
 * A task whose branch is to be merged.
 *
 * @module
 */
import type { TaskDone } from '../list-record.ts';
import type { TaskState } from '../list-state.ts';

/** Its branch, and the commit that is to be merged. */
export interface ReadyTask extends Omit<TaskDone, 'task'> {
  readonly task: TaskState;
  /** The folder of the run. */
  readonly folder: string;
  readonly branch: string;
  readonly commit: string;
}
