/**
 * Finds the ledgers of a list's runs: in the worktree of each run, or in the checkout, where `work clean` puts those of the
 * worktrees that it removes.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { runFolders } from '../records/run-folders.ts';
import type { ListState } from './list-state.ts';

/** @param checkout - absolute: that of the list */
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
