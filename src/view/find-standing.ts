/**
 * Where the current run of a workspace stands, by the short way where it leads: for who measures and has no use for the history.
 *
 * @module
 */
import type { Config } from '../config/config.ts';
import { readCheckpoint } from './read-checkpoint.ts';
import { readStanding, type Standing } from './read-run.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { standSince } from './stand-since.ts';
import { isConfigOf } from '../records/hash-config.ts';

/**
 * `null` when no run was begun. Under another config than the run's its ledger is folded anew.
 *
 * @throws {LedgerError} when its ledger does not hold, as far as it was looked at
 */
export const findStanding = async (config: Config): Promise<Standing | null> => {
  const run = readCurrentRun(config.folder);
  if (run === null) return null;
  const checkpoint = readCheckpoint(run, runFolders(config.folder, run).ledger);
  const standing = checkpoint === null ? null : standSince(checkpoint);
  return standing !== null && isConfigOf(standing.state.configHash, config) ? standing : readStanding(config, run);
};
