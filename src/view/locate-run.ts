/**
 * The run that is meant, and its workspace, found without reading config or ledger. What shows a run is not loaded to say that
 * there is none.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { locateConfig, type ReadConfigOptions } from '../config/find-config.ts';
import { noRunBegun } from '../records/run-error.ts';
import { readCurrentRun } from '../records/run-folders.ts';

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
  const path = locateConfig(options);
  if (mayFollow(path)) return null;
  const folder = dirname(path);
  const run = options.run ?? readCurrentRun(folder);
  if (run === null) throw noRunBegun(folder);
  return { folder, run };
};

/** Whether the run may be in a work tree, or of a list, stands in the config; one that does not even have the words in it says no. */
const mayFollow = (path: string): boolean => {
  try {
    return /worktree|specs["']?\s*:|\\/.test(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
};
