/** The report of one run, from its ledger alone. */
import { createRedactData, type SecretConfig } from '../../base/redact-text.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { walkRecords } from '../../records/read-records.ts';
import { asWorkRecord } from '../../records/records.ts';
import { runFolders } from '../../records/run-folders.ts';
import { createReport } from './make-report.ts';
import type { Report } from './report.ts';

/** @throws {DualgateError} if there is no such run, or if its ledger is broken */
export const reportRun = async (
  { folder, secrets }: { readonly folder: string; readonly secrets: SecretConfig | null },
  asked: string | undefined,
): Promise<Report> => {
  const report = createReport();
  const { run } = await walkRecords(folder, asked, (record) => report.see(asWorkRecord(record)));
  const holder = readLock(runFolders(folder, run).lock);
  const isGoing = holder?.live === true && holder.run === run;
  return createRedactData(secrets, process.env)(report.make({ isGoing }));
};
