/**
 * Where a list of work stands, folded from its records; pure. The same after a crash as while it goes on.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { ListConfig } from '../config/shape-work.ts';
import type { ListData, ListRecord, Marking, Place } from './list-record.ts';
import type { AsideStatus, DoneBefore, Task } from './task.ts';

/** `going`: begun and not ended, also when the loop was killed. */
export interface TaskState extends Task {
  readonly is: 'waiting' | 'going' | 'aside' | 'done';
  /** Its run; `null` before it began. */
  readonly run: string | null;
  /** Absolute: where its run works, or worked; `null` before it began. */
  readonly folder: string | null;
  /** How often it has ended stuck. */
  readonly failures: number;
  /** Why it was put aside; `null` unless it is. `order`: place of the record, by which those that are tried again queue up. */
  readonly aside: {
    readonly status: AsideStatus;
    readonly why: string;
    readonly again: boolean;
    readonly order: number;
  } | null;
  /** A name in git of work that no branch has; `null` for none. */
  readonly kept: string | null;
  /** What those that need it begin from. */
  readonly commit: string | null;
  readonly branch: string | null;
  readonly marked: Marking | null;
}

export interface ListState {
  /** Empty before its first record. */
  readonly list: string;
  readonly tasks: readonly TaskState[];
  readonly doneBefore: readonly DoneBefore[];
  readonly done: ListConfig['done'];
  readonly attempts: number;
  readonly base: Place | null;
  /** How it ended last; `null` while it goes on. */
  readonly settled: Settlement | null;
  /** The last record but for those of going on: after some of them the checkout may be in the midst of being moved. */
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
  settled: null,
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
      const { list, tasks, done_before: doneBefore, done, attempts, base } = record.data;
      return { ...state, list, tasks: tasks.map(begin), doneBefore, done, attempts, base };
    }
    case 'list.resumed':
      return { ...state, settled: null };
    case 'checkout.moving':
      return state;
    case 'task.begun': {
      const { task, run, folder } = record.data;
      return change(state, task, { is: 'going', run, folder, aside: null });
    }
    case 'task.put_aside':
      return change(state, record.data.task, putAside(record.data, state.records));
    case 'task.done': {
      const { task, run, commit, branch, marked } = record.data;
      return change(state, task, { is: 'done', run, commit, branch, marked, aside: null, kept: null });
    }
    case 'list.settled':
      return { ...state, settled: { status: record.data.status, why: record.data.why } };
  }
};

const begin = (task: Task): TaskState => ({
  ...task,
  is: 'waiting',
  run: null,
  folder: null,
  failures: 0,
  aside: null,
  kept: null,
  commit: null,
  branch: null,
  marked: null,
});

const putAside = (
  { status, why, failures, again, kept }: ListData['task.put_aside'],
  order: number,
): Partial<TaskState> => ({ is: 'aside', failures, kept, aside: { status, why, again, order } });

const change = (state: ListState, spec: string, to: Partial<TaskState>): ListState => ({
  ...state,
  tasks: state.tasks.map((task) => (task.spec === spec ? { ...task, ...to } : task)),
});
