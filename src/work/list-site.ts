/**
 * What every step of a list works with.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { runFolders } from '../records/run-folders.ts';
import type { HeldList } from './hold-list.ts';
import type { ListNews } from './list-events.ts';
import type { TaskState } from './list-state.ts';

export interface ListSite {
  /** That of the checkout, with the list. */
  readonly config: Config;
  readonly held: HeldList;
  readonly announce: (news: ListNews) => void;
  readonly now: () => Date;
  /** Whether what lies in the checkout is kept already, or on a branch, and may go. */
  checkoutMayGo: boolean;
}

/** Runs work in the checkout itself, each on its own branch: it is taken from one to the next. */
export const movesCheckout = ({ commits, workspace }: Config): boolean => commits && workspace === 'here';

/** Begun and not ended, by a run that has a ledger: one that was refused before its first record is not. */
export const isUnfinished = ({ is, run, folder }: TaskState): boolean =>
  is === 'going' && run !== null && folder !== null && existsSync(runFolders(folder, run).ledger);

/** Which task an event is about. */
export const nameTask = ({ held }: ListSite, { spec, name }: TaskState) => {
  const { tasks } = held.state();
  return { task: spec, name, number: tasks.findIndex((task) => task.spec === spec) + 1, of: tasks.length };
};
