/**
 * The config of a run of a task list: that of its task, whose spec its first record names.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { asWorkRecord } from './catalogue/records.ts';

/**
 * @param run - its id; the current one by default
 * @returns the same config if it has no task list, or there is no such run
 * @throws {LedgerError} when its ledger cannot be read
 */
export const configOfRun = async (config: Config, run = readCurrentRun(config.folder)): Promise<Config> => {
  if (config.list === null || run === null) return config;
  const { ledger } = runFolders(config.folder, run);
  const spec = existsSync(ledger) ? await readSpec(ledger) : null;
  return spec === null ? config : configOfTask(config, spec);
};

const readSpec = async (ledger: string): Promise<string | null> => {
  for await (const sealed of readLedger(ledger)) {
    const record = asWorkRecord(sealed);
    if (record.type !== 'run.started') return null;
    const { config } = record.data;
    const work: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'work') : null;
    const spec: unknown = typeof work === 'object' && work !== null ? Reflect.get(work, 'spec') : null;
    return typeof spec === 'string' ? spec : null;
  }
  return null;
};
