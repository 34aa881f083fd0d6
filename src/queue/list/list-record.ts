/** The records of a list's ledger: the data of each type. */
import type { Ending } from '../../../machines/index.ts';
import type { Mark } from '../../project/config/schema/work-schema.ts';
import { createRecordReader } from '../../records/record.ts';

/** A task: one spec of a task list, as it was when the list began. */
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
 * `stuck`: it is retried until its attempts are used. `aborted`: an operator ended its run for good. `changed`: its
 * spec changed since the list began. `waits`: a task that it needs was deferred for good.
 */
export type DeferredStatus = 'stuck' | 'needs_human' | 'aborted' | 'changed' | 'waits';

/** After the name of the task. */
export const DEFERRED: Readonly<Record<DeferredStatus, string>> = {
  stuck: 'is stuck',
  needs_human: 'needs human input',
  aborted: 'was aborted',
  changed: 'changed since the list began',
  waits: 'waits for another task',
};

/** A place of the checkout. */
export interface Place {
  /** Git's name of the commit. */
  readonly commit: string;
  /** Without `refs/heads/`; `null` where HEAD named none. */
  readonly branch: string | null;
}

/** How the file of a task was marked. */
export type Marking =
  | {
      /** As `work.done` of the config says; `null`: it was not marked. */
      readonly how: Mark;
      /** The file, relative to the workspace. */
      readonly path: string;
    }
  | {
      readonly how: null;
      readonly path: string;
      /** Why it was not marked. */
      readonly why: string;
    };

/** Type of a record and what it means: the closed list. */
export const LIST_TYPES = {
  'list.started':
    'a task list began: its tasks in order, the hash of each spec, the needs of each, and the place of the checkout',
  'list.resumed': 'a list resumes: who resumed it, and the one task that it resumes for, if any',
  'checkout.moving':
    'the checkout is about to be moved to a commit for the next task, or back: which, and the name of the kept work',
  'task.started': 'a task begins, or its run resumes: which run, in which folder',
  'task.ready':
    'a task is done on its branch, and waits to be merged into the target: its run, its last commit, and how its file was marked',
  'merge.measured':
    'the suite ran on the merged files of a task and the target: both commits, the tree, the numbers, and the reason if it is not green',
  'target.moving':
    'the target is about to be moved to the merge commit: from which commit, and the number of the record that measured it',
  'task.reopened':
    'a branch could not be merged: the reason, and how often so far; a new run of the task begins on the target',
  'task.deferred':
    'a task was deferred: its status and reason, how often it has failed, whether it will be retried, and where its unfinished work is kept',
  'task.done': 'a task is done: its run, the commit that others begin from, and how its file was marked',
  'list.ended': 'the list ended: its status and exit code',
} as const satisfies Readonly<Record<string, string>>;

/** The fields of the records of each type. */
export interface ListData {
  readonly 'list.started': {
    /** The id of the list. */
    readonly list: string;
    /** In the order of the work. */
    readonly tasks: readonly Task[];
    /** Omitted specs: their files say that they are done, or an earlier list did them. */
    readonly done_before: readonly DoneBefore[];
    /** How the file of a task is marked when it is done. */
    readonly done: Mark;
    /** How often a task may end stuck before it is given up. */
    readonly attempts: number;
    /** The place of the checkout before the list; `null` where runs make no commits. */
    readonly base: Place | null;
    /** The branch that finished tasks are merged into; absent where nothing is merged. */
    readonly target?: string;
    /** The dualgate and the Node that wrote the record. */
    readonly versions: { readonly dualgate: string; readonly node: string };
  };
  readonly 'list.resumed': {
    /** The operator. */
    readonly by: string;
    /** The spec of the one task that it resumes for; `null` for all. */
    readonly only: string | null;
  };
  readonly 'checkout.moving': {
    /** The next place of the checkout. */
    readonly to: Place;
    /** A name in git under which the uncommitted work there is kept; `null` when there was none. */
    readonly kept: string | null;
  };
  readonly 'task.started': {
    readonly task: string;
    /** The id of its run. */
    readonly run: string;
    /** Absolute: the workspace of the run. */
    readonly folder: string;
    /** Whether an existing run resumes. */
    readonly resumed: boolean;
  };
  readonly 'task.ready': TaskDone;
  readonly 'merge.measured': MeasuredMerge;
  readonly 'target.moving': MovingTarget;
  readonly 'task.reopened': {
    readonly task: string;
    /** The id of the run whose branch was refused. */
    readonly run: string;
    /** That branch. */
    readonly branch: string;
    /** Its last commit. */
    readonly commit: string;
    /** For the first prompt of the next run. */
    readonly why: string;
    /** How often a branch of the task was refused so far. */
    readonly refusals: number;
  };
  readonly 'task.deferred': {
    readonly task: string;
    readonly status: DeferredStatus;
    readonly why: string;
    /** How often it has ended stuck so far. */
    readonly failures: number;
    /** Whether it is retried automatically. */
    readonly again: boolean;
    /** A name in git of the work that is in no commit of its branch; `null` for none. */
    readonly kept: string | null;
  };
  readonly 'task.done': TaskDone & {
    /** The merge commit, and the branch that was moved to it; absent where nothing is merged. */
    readonly merged?: MergedInto;
  };
  readonly 'list.ended': Ending & { readonly exit_code: number };
}

export interface TaskDone {
  /** Its spec. */
  readonly task: string;
  /** The id of its run. */
  readonly run: string;
  /** The commit that tasks which need it begin from; `null` where runs make no commits. */
  readonly commit: string | null;
  /** The branch of its work; `null` where runs make no commits. */
  readonly branch: string | null;
  /** How its file was marked. */
  readonly marked: Marking;
}

export interface MergedInto {
  /** The merge commit. */
  readonly commit: string;
  /** The branch that was moved to it. */
  readonly into: string;
}

interface MergeTestRun {
  /** Number of tests. */
  readonly passing: number;
  /** Number of tests. */
  readonly failing: number;
  /** Number of tests. */
  readonly skipped: number;
  /** By the runner; `null` when it did not exit by itself. */
  readonly exit_code: number | null;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

interface MergeCheck {
  /** Its key in the config. */
  readonly name: string;
  /** Whether it exited with code 0. */
  readonly ok: boolean;
}

/** The measurement of the files of a merge, before the target moved. */
export interface MeasuredMerge {
  /** Its spec. */
  readonly task: string;
  /** The id of its run. */
  readonly run: string;
  /** The last commit of its branch. */
  readonly commit: string;
  /** The commit of the target that it is merged with. */
  readonly onto: string;
  /** Git's tree of the merged files. */
  readonly tree: string;
  /** Each test run, in order; a red one is the last. */
  readonly runs: readonly MergeTestRun[];
  /** The checks that a gate asks for, by name. */
  readonly checks: readonly MergeCheck[];
  /** Why it is not green; `null`: it is. */
  readonly why: string | null;
}

export interface MovingTarget {
  /** Its spec. */
  readonly task: string;
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** Its commit before. */
  readonly from: string;
  /** The merge commit. */
  readonly to: string;
  /** The number of the record that measured its tree. */
  readonly measured: number;
}

export type ListRecord = {
  [T in keyof ListData]: { readonly type: T; readonly at: string; readonly data: ListData[T] };
}[keyof ListData];

export const asListRecord = createRecordReader<ListRecord>(LIST_TYPES, "the list's ledger");
