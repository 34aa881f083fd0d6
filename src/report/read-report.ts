/**
 * The report of a run, read from its ledger.
 *
 * @module
 */
import { readLedger } from '../ledger/read-ledger.ts';
import { refuseBroken } from '../records/refuse-broken.ts';
import { asWorkRecord, type WorkRecord } from '../records/catalogue/records.ts';
import { makeReport } from './make-report.ts';
import type { Report } from './report.ts';

/**
 * @param given.isGoing - whether a loop is active; a ledger does not know. @default false
 * @throws {LedgerError} when the ledger is missing or broken
 */
export const readReport = async ({
  run,
  ledger,
  isGoing = false,
}: {
  readonly run: string;
  readonly ledger: string;
  readonly isGoing?: boolean;
}): Promise<Report> => {
  await refuseBroken(ledger, run);
  const records: WorkRecord[] = [];
  for await (const record of readLedger(ledger)) records.push(asWorkRecord(record));
  return makeReport(records, { isGoing });
};
