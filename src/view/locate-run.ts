/**
 * The run that is meant, and its workspace, found without reading config or ledger. What shows a run is not loaded to say that
 * there is none.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateConfig, type ReadConfigOptions } from '../config/find-config.ts';
import { worktreeNote, worktreeNotes } from '../ledger/state-folder.ts';
import { noRunBegun } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';

export interface RunPlace {
  /** The workspace. */
  readonly folder: string;
  readonly run: string;
}

/**
 * @param options.run - its id; the current one when it is left out
 * @returns `null` where only the config can tell: the run may be in a work tree, or of a list
 * @throws {ConfigError} when there is no config @throws {RunError} when no run was begun
 */
export const locateRun = (options: ReadConfigOptions & { readonly run?: string }): RunPlace | null => {
  const folder = dirname(locateConfig(options));
  if (isElsewhere(folder)) return null;
  const run = options.run ?? readCurrentRun(folder);
  if (run === null) throw noRunBegun(folder);
  return { folder, run };
};

/** Whether the run may be in a work tree, or of a list: the notes of both say it. What the config asks for decides who reads on. */
const isElsewhere = (folder: string): boolean =>
  existsSync(join(runFolders(folder, 'none').state, 'lists', 'current')) ||
  (existsSync(worktreeNotes(process.env)) && existsSync(worktreeNote(folder, process.env)));
