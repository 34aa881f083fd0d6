/** The status of a task list, folded from its records; pure. The same after a crash as during the work. */
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from '../../../machines/index.ts';
import type { Mark } from '../../project/config/schema/work-schema.ts';
import type {
  ListData,
  ListRecord,
  Marking,
  MergedInto,
  MovingTarget,
  Place,
  TaskDone,
  DeferredStatus,
  DoneBefore,
  Task,
} from './list-record.ts';
import { stateFolder } from '../../ledger/state-folder.ts';
import { isPlainObject } from '../../ledger/json.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { replaceFile } from '../../ledger/write-view.ts';
import { RunError } from '../../records/run-error.ts';
import { readErrorCode } from '../../base/text/describe-cause.ts';
import { runFolders } from '../../records/run-folders.ts';

/** `going`: started and not ended, also when the loop was killed. */
export interface TaskState extends Task {
  readonly is: 'waiting' | 'going' | 'aside' | 'done';
  readonly run: string | null;
  /** Absolute: the folder of its current or last run; `null` before it began. */
  readonly folder: string | null;
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
  readonly done: Mark;
  readonly attempts: number;
  readonly base: Place | null;
  /** The branch that finished tasks are merged into; `null`: nothing is merged. */
  readonly target: string | null;
  /** The target is about to be moved; `null` when it is not. */
  readonly moving: MovingTarget | null;
  /** Every run of the list, in the order in which they began. */
  readonly runs: readonly { readonly run: string; readonly folder: string }[];
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

/**
 * The current list of a workspace, noted outside of it beside the anchors: an agent could replace
 * `.dualgate/lists/current`, and tick the boxes of the other specs; then all would be done.
 */
export interface NotedList {
  readonly list: string;
  readonly open: readonly string[];
}

/** @returns `false` when it cannot be written */
export const noteList = (workspace: string, { list, tasks }: Pick<ListState, 'list' | 'tasks'>): boolean => {
  const open = tasks.flatMap(({ is, spec }) => (is === 'done' ? [] : [spec]));
  try {
    replaceFile(notePath(workspace), `${JSON.stringify({ list, open })}\n`, { durable: true });
    return true;
  } catch {
    return false;
  }
};

/** @returns `null` when none was noted @throws {RunError} when the file is no note */
export const readNotedList = (workspace: string): NotedList | null => {
  const path = notePath(workspace);
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
  }
  const { list, open } = isPlainObject(found) ? found : {};
  if (typeof list === 'string' && Array.isArray(open))
    return { list, open: open.flatMap((spec: unknown) => (typeof spec === 'string' ? [spec] : [])) };
  throw new RunError(
    `Cannot determine the current list of ${workspace}: ${path} is not a valid note. Check it, then delete it.`,
  );
};

/** @param found - id of the list there; `null` for none @throws {RunError} the last one is another, and not all done */
export const refuseLost = (workspace: string, noted: NotedList | null, found: string | null): void => {
  if (noted === null || noted.list === found || noted.open.length === 0) return;
  throw new RunError(
    `Cannot continue in ${workspace}: the list ${noted.list} has unfinished tasks (${noted.open.join(', ')}), but .dualgate/lists names ${found ?? 'none'}. Restore .dualgate, or check the changes to the files and start another list with dualgate run --new.`,
  );
};

const notePath = (workspace: string): string => join(stateFolder(process.env), 'lists', `${hashBytes(workspace)}.json`);

export const seePlaces = (checkout: string, state: ListState): ListState => ({
  ...state,
  tasks: state.tasks.map((task) =>
    // No other run resumes in the checkout.
    task.is !== 'done' || task.run === null || task.folder === null
      ? task
      : { ...task, folder: placeOf(checkout, task.run, task.folder) },
  ),
  runs: state.runs.map(({ run, folder }) => ({ run, folder: placeOf(checkout, run, folder) })),
});

const placeOf = (checkout: string, run: string, folder: string): string =>
  !existsSync(runFolders(folder, run).ledger) && existsSync(runFolders(checkout, run).ledger) ? checkout : folder;
