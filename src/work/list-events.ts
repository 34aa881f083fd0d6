/**
 * The events of a task list, in the same stream as the events of its runs.
 *
 * @module
 */
import type { Ending } from '../../machines/index.ts';
import type { EVENTS_VERSION } from '../records/run-events.ts';
import type { Marking, MergedInto } from './list-record.ts';
import type { DeferredStatus } from './task.ts';

interface OfTask {
  /** Its spec. */
  readonly task: string;
  readonly name: string;
  /** Its position in the list, from 1, and the number of tasks. */
  readonly number: number;
  readonly of: number;
}

/** An event without its envelope. */
export type ListEventBody =
  | {
      readonly type: 'list.started';
      readonly tasks: readonly { readonly task: string; readonly name: string; readonly needs: readonly string[] }[];
      /** Omitted, because they are already done. */
      readonly done_before: readonly string[];
      readonly resumed: boolean;
      /** How many tasks run at the same time; absent for one. */
      readonly workers?: number;
      /** How many of its tasks are done; absent for none. */
      readonly done?: number;
    }
  | (OfTask & {
      readonly type: 'task.started';
      readonly task_run: string;
      readonly folder: string;
      readonly resumed: boolean;
      /** From 1. */
      readonly attempt: number;
      readonly attempts: number;
    })
  | (OfTask & {
      readonly type: 'task.deferred';
      readonly status: DeferredStatus;
      readonly why: string;
      readonly failures: number;
      readonly attempts: number;
      readonly again: boolean;
      /** A name in git of work that no branch has. */
      readonly kept: string | null;
    })
  | (OfTask & {
      readonly type: 'task.merging';
      readonly branch: string;
      /** Its last commit. */
      readonly commit: string;
      /** The target. */
      readonly into: string;
    })
  | (OfTask & {
      readonly type: 'task.reopened';
      readonly task_run: string;
      readonly branch: string;
      readonly why: string;
      /** How often a branch of the task was refused so far. */
      readonly refusals: number;
      readonly attempts: number;
    })
  | (OfTask & {
      readonly type: 'task.done';
      readonly task_run: string;
      readonly branch: string | null;
      readonly commit: string | null;
      readonly marked: Marking;
      /** The merge commit, and the branch that was moved to it; absent where nothing is merged. */
      readonly merged?: MergedInto;
    })
  | { readonly type: 'list.notice'; readonly text: string }
  | (Ending & { readonly type: 'list.ended'; readonly exit_code: number });

/** `run`: the id of the list. */
export type ListEvent = ListEventBody & {
  readonly v: typeof EVENTS_VERSION;
  readonly at: string;
  readonly run: string;
};
