/**
 * The report of a run, read from its ledger.
 *
 * @module
 */
import { checkOptions, KINDS } from '../options/check-options.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { refuseBroken } from '../records/read-records.ts';
import { asWorkRecord } from '../records/records.ts';
import { createReport } from './make-report.ts';
import type { Report } from './report.ts';

/**
 * The report of a run as data.
 *
 * @param given.isGoing - whether a loop is active; a ledger does not know. @default false
 * @throws {OptionError} when an option is unknown, missing or of another kind
 * @throws {LedgerError} when the ledger is missing or broken
 */
export const readReport = async (given: {
  readonly run: string;
  readonly ledger: string;
  readonly isGoing?: boolean;
}): Promise<Report> => {
  checkOptions('readReport', given, { run: KINDS.run, ledger: KINDS.text, isGoing: KINDS.boolean }, ['run', 'ledger']);
  const { run, ledger, isGoing = false } = given;
  await refuseBroken(ledger, run);
  const report = createReport();
  for await (const record of readLedger(ledger)) report.see(asWorkRecord(record));
  return report.make({ isGoing });
};
