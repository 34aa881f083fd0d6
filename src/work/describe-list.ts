/**
 * The status of a task list, for `dualgate status` and for other programs; pure.
 *
 * @module
 */
import type { Ending } from '../../machines/index.ts';
import type { MergedInto } from './list-record.ts';
import type { ListState, TaskState } from './list-state.ts';
import type { MissingMerge } from './merge/missing-merge.ts';

export interface ListStatus {
  readonly v: 1;
  readonly list: string;
  readonly tasks: readonly TaskStatus[];
  /** Specs that were done before it began. */
  readonly done_before: readonly string[];
  /** How often a task may end stuck. */
  readonly attempts: number;
  /** `null` while it is active. */
  readonly ending: Ending | null;
  /** A merge that a person took out of the target; absent for none. */
  readonly missing_merge?: MissingMerge;
}

export interface TaskStatus
  extends Pick<TaskState, 'name' | 'needs' | 'is' | 'run' | 'folder' | 'failures' | 'kept' | 'branch' | 'commit'> {
  /** Its spec. */
  readonly task: string;
  /** Why it was deferred; `null` unless it is. */
  readonly aside: Omit<NonNullable<TaskState['aside']>, 'order'> | null;
  /** Why the file of a finished task could not be marked; `null` when it was. */
  readonly unmarked: string | null;
  /** The merge commit, and the branch that was moved to it; absent where nothing was merged. */
  readonly merged?: MergedInto;
  /** Done on its branch, which waits to be merged; absent when it does not. */
  readonly ready?: true;
}

/** The status of a task list: each task with its result, and the next step. */
export const describeList = ({ list, tasks, doneBefore, attempts, ending }: ListState): ListStatus => ({
  v: 1,
  list,
  tasks: tasks.map(({ spec, hash: _hash, reopened: _reopened, aside, marked, merged, ready, ...facts }) => ({
    task: spec,
    ...facts,
    aside: aside === null ? null : { status: aside.status, why: aside.why, again: aside.again },
    unmarked: marked !== null && marked.how === null ? marked.why : null,
    ...(merged === null ? {} : { merged }),
    ...(ready === null || facts.is !== 'going' ? {} : { ready: true }),
  })),
  done_before: doneBefore.map(({ spec }) => spec),
  attempts,
  ending,
});

/**
 * Whether a run is the current one of a list: the last one that the list began and not ended. Any other is over, or
 * of another task.
 */
export const isOfNow = (
  { tasks }: Pick<ListStatus, 'tasks'>,
  { run, ending }: { readonly run: string; readonly ending: Ending | null },
): boolean => ending === null && tasks.some((task) => task.is === 'going' && task.run === run);
