/**
 * The context of every step of a list.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import type { SharedBudget } from '../loop/shared-budget.ts';
import type { Run } from '../run/create-run.ts';
import type { RunOptions } from '../run/run-options.ts';
import { runFolders } from '../records/run-folders.ts';
import type { HeldList } from './hold-list.ts';
import type { ListEventBody } from './list-events.ts';
import type { TaskState } from './list-state.ts';

export interface ListContext {
  /** That of the checkout, with the list. */
  readonly config: Config;
  readonly held: HeldList;
  readonly emit: (event: ListEventBody) => void;
  readonly now: () => Date;
  /** The operator. */
  readonly by: string;
  /** Whether the files in the checkout are already kept, or on a branch, and may be replaced. */
  checkoutMayGo: boolean;
  /** One after another, in the order of the calls: merges. */
  readonly inTurn: <T>(step: () => Promise<T>) => Promise<T>;
  /** Whether an operator interrupted the list: no further merge begins. */
  readonly isEnding: () => boolean;
  /** Ends the measurement of a merge. */
  readonly abort: AbortSignal;
  /** The spec of the task that an operator named; `null` for none. */
  readonly asked: string | null;
  /** Shared by all runs of the list. */
  readonly budget: SharedBudget;
  /** The same for each of them. */
  readonly runs: Pick<RunOptions, 'now' | 'onEvent' | 'budget' | 'until' | 'inspect' | 'exitThreshold'>;
  /** Receives each of them, so that it can be interrupted. */
  readonly onRun: (run: Run) => void;
  /** Lets every active run end after its iteration. */
  readonly stop: () => void;
}

/** Runs work in the checkout itself, each on its own branch: the checkout moves from one to the next. */
export const movesCheckout = ({ commits, workspace }: Config): boolean => commits && workspace === 'here';

/** Begun and not ended, by a run that has a ledger: a run that was refused before its first record does not count. */
export const isUnfinished = (task: TaskState): boolean => task.is === 'going' && hasLedger(task);

/** A run without one was lost, or never wrote a record. */
export const hasLedger = ({ run, folder }: Pick<TaskState, 'run' | 'folder'>): boolean =>
  run !== null && folder !== null && existsSync(runFolders(folder, run).ledger);

/** The task of an event. */
export const nameTask = ({ held }: ListContext, { spec, name }: TaskState) => {
  const { tasks } = held.state();
  return { task: spec, name, number: tasks.findIndex((task) => task.spec === spec) + 1, of: tasks.length };
};
