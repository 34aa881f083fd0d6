/**
 * Where a list of work stands, for `dualgate status` and for other programs; pure.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { ListState } from './list-state.ts';
import type { AsideStatus } from './task.ts';

export interface ListStatus {
  readonly v: 1;
  readonly list: string;
  readonly tasks: readonly TaskStatus[];
  /** Specs that were done before it began. */
  readonly done_before: readonly string[];
  /** How often a task may end stuck. */
  readonly attempts: number;
  /** `null` while it goes on. */
  readonly settled: Settlement | null;
}

export interface TaskStatus {
  /** Its spec. */
  readonly task: string;
  readonly name: string;
  readonly needs: readonly string[];
  readonly is: 'waiting' | 'going' | 'aside' | 'done';
  /** Its last run, and where that worked; `null` before it began. */
  readonly run: string | null;
  readonly folder: string | null;
  readonly failures: number;
  /** Why it was put aside; `null` unless it is. */
  readonly aside: { readonly status: AsideStatus; readonly why: string; readonly again: boolean } | null;
  /** A name in git of work that no branch has. */
  readonly kept: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** Why the file of a task that is done could not be marked; `null` when it was. */
  readonly unmarked: string | null;
}

/** How a list of work stands: each task with what became of it, and what comes next. */
export const describeList = ({ list, tasks, doneBefore, attempts, settled }: ListState): ListStatus => ({
  v: 1,
  list,
  tasks: tasks.map(({ spec, name, needs, is, run, folder, failures, aside, kept, branch, commit, marked }) => ({
    task: spec,
    name,
    needs,
    is,
    run,
    folder,
    failures,
    aside: aside === null ? null : { status: aside.status, why: aside.why, again: aside.again },
    kept,
    branch,
    commit,
    unmarked: marked !== null && marked.how === null ? marked.why : null,
  })),
  done_before: doneBefore.map(({ spec }) => spec),
  attempts,
  settled,
});

/** Whether a run is what a list works on just now: the one that it has begun last, and not settled. Another one is over, or of another task. */
export const isOfNow = (
  { tasks }: Pick<ListStatus, 'tasks'>,
  { run, settled }: { readonly run: string; readonly settled: Settlement | null },
): boolean => settled === null && tasks.some((task) => task.is === 'going' && task.run === run);
