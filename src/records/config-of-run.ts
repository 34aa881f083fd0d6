/**
 * The config of a run with its own spec, which its first record names: that of a task, or one given when it began.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { asWorkRecord } from './records.ts';
import { withRecordedChoices } from './recorded-choices.ts';

/**
 * @param run - its id; the current one by default
 * @returns the same config if the run has its spec, or there is no such run
 * @throws {LedgerError} when its ledger cannot be read
 */
export const configOfRun = async (config: Config, run = readCurrentRun(config.folder)): Promise<Config> => {
  if (run === null) return config;
  const { ledger } = runFolders(config.folder, run);
  if (!existsSync(ledger)) return config;
  for await (const sealed of readLedger(ledger)) {
    const record = asWorkRecord(sealed);
    return record.type === 'run.started' ? withRecordedChoices(config, record.data.config) : config;
  }
  return config;
};
