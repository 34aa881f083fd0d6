/**
 * The status of a task list, folded from its records; pure. The same after a crash as during the work.
 *
 * @module
 */
import type { Ending } from '../../machines/index.ts';
import type { ListConfig } from '../config/shape-work.ts';
import type { ListData, ListRecord, Marking, MergedInto, MovingTarget, Place, TaskDone } from './list-record.ts';
import type { DeferredStatus, DoneBefore, Task } from './task.ts';

/** `going`: started and not ended, also when the loop was killed. */
export interface TaskState extends Task {
  readonly is: 'waiting' | 'going' | 'aside' | 'done';
  /** Its run; `null` before it began. */
  readonly run: string | null;
  /** Absolute: the folder of its current or last run; `null` before it began. */
  readonly folder: string | null;
  /** How often it has ended stuck. */
  readonly failures: number;
  /** Why it was deferred; `null` unless it is. `order`: number of the record, which orders retries. */
  readonly aside: {
    readonly status: DeferredStatus;
    readonly why: string;
    readonly again: boolean;
    readonly order: number;
  } | null;
  /** A name in git of work that no branch has; `null` for none. */
  readonly kept: string | null;
  /** The commit that tasks that need it begin from. */
  readonly commit: string | null;
  readonly branch: string | null;
  readonly marked: Marking | null;
  /** Done on its branch, and not merged yet. `order`: number of the record, which orders merges. */
  readonly ready: (Pick<TaskDone, 'commit' | 'branch' | 'marked'> & { readonly order: number }) | null;
  /** The merge commit, and the branch that was moved to it; `null` where nothing was merged. */
  readonly merged: MergedInto | null;
  /** The last refused branch; `null` for none. */
  readonly reopened: Omit<ListData['task.reopened'], 'task'> | null;
}

export interface ListState {
  /** Empty before its first record. */
  readonly list: string;
  readonly tasks: readonly TaskState[];
  readonly doneBefore: readonly DoneBefore[];
  readonly done: ListConfig['done'];
  readonly attempts: number;
  readonly base: Place | null;
  /** The branch that finished tasks are merged into; `null`: nothing is merged. */
  readonly target: string | null;
  /** The target is about to be moved; `null` when it is not. */
  readonly moving: MovingTarget | null;
  /** Every run of the list, in the order in which they began. */
  readonly runs: readonly { readonly run: string; readonly folder: string }[];
  /** How it last ended; `null` while it is active. */
  readonly ending: Ending | null;
  /** The last record except those of resuming: after some of them the checkout may be partly moved. */
  readonly last: ListRecord['type'] | null;
  readonly records: number;
}

const NO_LIST: ListState = {
  list: '',
  tasks: [],
  doneBefore: [],
  done: 'checkboxes',
  attempts: 1,
  base: null,
  target: null,
  moving: null,
  runs: [],
  ending: null,
  last: null,
  records: 0,
};

export const foldList = (records: readonly ListRecord[]): ListState => records.reduce(foldRecord, NO_LIST);

/** The list after one more record. */
export const foldRecord = (state: ListState, record: ListRecord): ListState => ({
  ...foldFacts(state, record),
  last: record.type === 'list.resumed' ? state.last : record.type,
  records: state.records + 1,
});

const foldFacts = (state: ListState, record: ListRecord): ListState => {
  switch (record.type) {
    case 'list.started': {
      const { list, tasks, done_before: doneBefore, done, attempts, base, target = null } = record.data;
      return { ...state, list, tasks: tasks.map(start), doneBefore, done, attempts, base, target };
    }
    case 'list.resumed':
      return { ...state, ending: null };
    case 'checkout.moving':
      return state;
    case 'task.started': {
      const { task, run, folder } = record.data;
      const runs = state.runs.some((each) => each.run === run) ? state.runs : [...state.runs, { run, folder }];
      return change({ ...state, runs }, task, { is: 'going', run, folder, aside: null });
    }
    case 'task.ready': {
      const { task, run, commit, branch, marked } = record.data;
      return change(state, task, {
        is: 'going',
        run,
        aside: null,
        ready: { commit, branch, marked, order: state.records },
      });
    }
    case 'merge.measured':
      return { ...state, moving: null };
    case 'target.moving':
      return { ...state, moving: record.data };
    case 'task.reopened': {
      const { task, ...reopened } = record.data;
      return change({ ...state, moving: null }, task, { ...FRESH, reopened });
    }
    case 'task.deferred':
      return change(state, record.data.task, defer(record.data, state.records));
    case 'task.done': {
      const { task, run, commit, branch, marked, merged = null } = record.data;
      const done = { is: 'done', run, commit, branch, marked, merged, aside: null, kept: null, ready: null } as const;
      return change({ ...state, moving: null }, task, done);
    }
    case 'list.ended':
      return { ...state, ending: { status: record.data.status, why: record.data.why } };
  }
};

/** Not begun. */
const FRESH = { is: 'waiting', run: null, folder: null, failures: 0, aside: null, kept: null, ready: null } as const;

const start = (task: Task): TaskState => ({
  ...task,
  ...FRESH,
  commit: null,
  branch: null,
  marked: null,
  merged: null,
  reopened: null,
});

const defer = (
  { status, why, failures, again, kept }: ListData['task.deferred'],
  order: number,
): Partial<TaskState> => ({ is: 'aside', failures, kept, aside: { status, why, again, order } });

const change = (state: ListState, spec: string, to: Partial<TaskState>): ListState => ({
  ...state,
  tasks: state.tasks.map((task) => (task.spec === spec ? { ...task, ...to } : task)),
});
