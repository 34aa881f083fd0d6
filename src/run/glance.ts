/**
 * Where a run stands, at a glance: from its checkpoint and the end of its ledger, without the history, the config or the charts.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { locateConfig, type ReadConfigOptions } from '../config/find-config.ts';
import { type Checkpoint, readCheckpoint } from './read-checkpoint.ts';
import { noRunBegun } from './run-error.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { isLeftBehind } from './state-page/is-left-behind.ts';

export interface Glance extends Checkpoint {
  /** The workspace. */
  readonly folder: string;
}

/**
 * `standSince` makes the present of it when the ledger goes on behind the checkpoint.
 *
 * @param options.run - its id; the current one when it is left out
 * @returns `null` where the short way does not lead: `readStanding` then reads the whole ledger, and says what is wrong
 * @throws {ConfigError} when there is no config @throws {RunError} when no run was begun
 */
export const glanceAtRun = (options: ReadConfigOptions & { readonly run?: string }): Glance | null => {
  const path = locateConfig(options);
  const folder = dirname(path);
  if (mayFollow(path)) return null;
  const run = options.run ?? readCurrentRun(folder);
  if (run === null) throw noRunBegun(folder);
  const folders = runFolders(folder, run);
  // Who reads the whole ledger makes the page again.
  const checkpoint = isLeftBehind(folders) ? null : readCheckpoint(run, folders.ledger);
  return checkpoint === null ? null : { folder, ...checkpoint };
};

/** Whether the run may be in a work tree, or of a list, stands in the config; one that does not even have the words in it says no. */
const mayFollow = (path: string): boolean => {
  try {
    return /worktree|specs["']?\s*:|\\/.test(readFileSync(path, 'utf8'));
  } catch {
    return true;
  }
};
