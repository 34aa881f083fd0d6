/** Finds a run and its workspace without config and ledger: to report that there is none, no code that shows one is loaded. */
import { existsSync, statSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findRecordsAlone, locateConfig, type ReadConfigOptions } from '../project/config/find-config.ts';
import { worktreeNote, worktreeNotes } from '../ledger/state-folder.ts';
import { noRunStarted } from '../records/run-error.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';

export interface RunPlace {
  readonly folder: string;
  readonly run: string;
}

/**
 * @param options.run - its id; the current one by default
 * @returns `null` where only the config can tell: the run may be in a work tree, or of a list; or where the config is gone
 * @throws {ConfigError} when there is neither config nor record @throws {RunError} when no run was started
 */
export const locateRun = (options: ReadConfigOptions & { readonly run?: string }): RunPlace | null => {
  if (findRecordsAlone(options) !== null) return null;
  const path = locateConfig(options);
  const folder = dirname(path);
  if (!isFile(path) || isElsewhere(folder)) return null;
  const run = options.run ?? readCurrentRun(folder);
  if (run === null) throw noRunStarted(folder);
  return { folder, run };
};

/** A named config may be none: its reader says what is wrong. */
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/**
 * Whether the run may be in a work tree, or of a list: the notes of both say so. The config decides which of them is
 * read.
 */
export const isElsewhere = (folder: string): boolean =>
  existsSync(join(runFolders(folder, 'none').state, 'lists', 'current')) ||
  (existsSync(worktreeNotes(process.env)) && existsSync(worktreeNote(folder, process.env)));

/** Ids of runs that have a ledger, in the order of their start. @param since - only those with a record after it */
export const listRuns = (workspace: string, since: Date = new Date(0)): readonly string[] => {
  const { runs } = runFolders(workspace, 'none');
  return listFolders(runs)
    .filter((run) => {
      const stat = statSync(runFolders(workspace, run).ledger, { throwIfNoEntry: false });
      return stat?.isFile() === true && stat.mtime >= since;
    })
    .sort();
};

/** Those with a name that a run can have; none where there is no folder. */
export const listFolders = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => /^[A-Za-z0-9-]+$/.test(name));
  } catch {
    return [];
  }
};
