/** The events of a task list, in the same stream as the events of its runs. */
import type { RunEvent } from '../../records/run-events.ts';
import type { Ending } from '../../../machines/index.ts';
import type { EVENTS_VERSION } from '../../records/run-events.ts';
import type { ListData } from './list-record.ts';

interface OfTask {
  readonly task: string;
  readonly name: string;
  /** Its position in the list, from 1, and the number of tasks. */
  readonly number: number;
  readonly of: number;
}

/** A record of a task as an event: its run is `task_run`, since `run` is the id of the list. */
type Told<T extends 'task.started' | 'task.deferred' | 'task.reopened' | 'task.done'> = OfTask &
  Omit<ListData[T], 'task' | 'run'> & { readonly type: T } & (ListData[T] extends { readonly run: string }
    ? { readonly task_run: string }
    : unknown);

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
  | (Told<'task.started'> & {
      /** From 1. */
      readonly attempt: number;
      readonly attempts: number;
    })
  | (Told<'task.deferred'> & { readonly attempts: number })
  | (OfTask & {
      readonly type: 'task.merging';
      readonly branch: string;
      readonly commit: string;
      readonly into: string;
    })
  | (Omit<Told<'task.reopened'>, 'commit'> & { readonly attempts: number })
  | Told<'task.done'>
  | { readonly type: 'list.notice'; readonly text: string }
  | (Ending & { readonly type: 'list.ended'; readonly exit_code: number });

/** `run`: the id of the list. */
export type ListEvent = ListEventBody & {
  readonly v: typeof EVENTS_VERSION;
  readonly at: string;
  readonly run: string;
};

export const isOfList = (event: RunEvent | ListEvent): event is ListEvent => /^(?:list|task)\./.test(event.type);
