/**
 * The tests that have to pass on the files of a merge: those of the run, and those of the tasks that were merged after it began.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { leftOut } from '../../evidence/baseline.ts';
import { isAncestor } from '../../proof/branch.ts';
import { openRepository } from '../../proof/repository.ts';
import { runFolders } from '../../records/run-folders.ts';
import { readState } from '../../view/read-state.ts';
import type { ListContext } from '../list-context.ts';
import type { ReadyTask } from './ready-task.ts';

/** Ids, each once, sorted. */
export const findExpected = async ({ config, held }: ListContext, ready: ReadyTask): Promise<readonly string[]> => {
  const { base, tests } = await readTests(ready.folder, ready.run);
  const found = new Set(tests);
  const repository = await openRepository(config.folder);
  for (const { merged, run, folder } of held.state().tasks) {
    // A person may have removed the worktree of a merged task.
    if (merged === null || run === null || folder === null || !existsSync(runFolders(folder, run).ledger)) continue;
    // The run began with these: an operator may have accepted that it changes them.
    if (base !== null && (await isAncestor(repository, merged.commit, base))) continue;
    for (const id of (await readTests(folder, run)).tests) found.add(id);
  }
  return [...found].sort();
};

/** Those that passed at the last exit of the run. */
const readTests = async (
  folder: string,
  run: string,
): Promise<{ readonly base: string | null; readonly tests: readonly string[] }> => {
  const { state } = await readState(folder, run);
  const ignored = leftOut(state.baseline);
  const failing = new Set(state.failing);
  return { base: state.branch?.base ?? null, tests: state.tests.filter((id) => !ignored.has(id) && !failing.has(id)) };
};
