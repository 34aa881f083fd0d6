/**
 * Reads the records of a run from a verified ledger.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { readLedger } from '../ledger/read-ledger.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { refuseBroken } from './refuse-broken.ts';
import { noRunStarted, RunError } from './run-error.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { asWorkRecord, type WorkRecord } from './catalogue/records.ts';

export interface RunRecords {
  readonly run: string;
  /** The position in the list is the number of the record. */
  readonly records: readonly WorkRecord[];
  readonly head: LedgerRecord;
}

/**
 * Reads the ledger of a run of the workspace, with all of its records in memory.
 *
 * @param folder - the workspace
 * @param run - its id; the current one by default
 * @throws {RunError} when there is none
 * @throws {LedgerError} when its ledger is broken, or a newer dualgate wrote it
 */
export const readRecords = async (folder: string, run?: string | null): Promise<RunRecords> => {
  const records: WorkRecord[] = [];
  const whole = await walkRecords(folder, run, (record) => records.push(asWorkRecord(record)));
  return { ...whole, records };
};

/** The same, record by record and in constant memory. @throws as `readRecords` */
export const walkRecords = async (
  folder: string,
  run: string | null = readCurrentRun(folder),
  onRecord: (record: LedgerRecord) => void,
): Promise<Omit<RunRecords, 'records'>> => {
  if (run === null) throw noRunStarted(folder);
  const { ledger } = runFolders(folder, run);
  if (!existsSync(ledger))
    throw new RunError(`Cannot find the run ${run}: it has no ledger in ${folder}. Choose one of .dualgate/runs.`);
  await refuseBroken(ledger, run);
  let head: LedgerRecord | null = null;
  for await (const record of readLedger(ledger)) {
    head = record;
    onRecord(record);
  }
  if (head === null) throw new RunError(`Cannot read the run ${run}: its ledger is empty.`);
  return { run, head };
};
