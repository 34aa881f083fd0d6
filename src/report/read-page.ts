/**
 * A run as the page gets it when it is a file: read from its ledger, each record trimmed as it is read.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { headOf } from '../page/head-of.ts';
import type { PageData, PageRecord } from '../page/page-data.ts';
import { trimRecord } from '../page/trim-record.ts';
import { createRedactData, type RedactData } from '../redact/redact-data.ts';
import { refuseBroken } from '../run/refuse-broken.ts';
import { asWorkRecord, type WorkRecord } from '../run/work-record.ts';

export interface LedgerOfRun {
  readonly run: string;
  readonly ledger: string;
  /** Takes secrets out of what is shown. @default those that are known without the config of the run */
  readonly redact?: RedactData;
}

/** @throws {LedgerError} when the ledger is not there, or does not hold */
export const readPage = async (
  { run, ledger, redact = createRedactData(null, process.env) }: LedgerOfRun,
  now = new Date(),
): Promise<PageData> => {
  await refuseBroken(ledger, run);
  const records: PageRecord[] = [];
  let started: WorkRecord | undefined;
  for await (const sealed of readLedger(ledger)) {
    const record = redact(asWorkRecord(sealed));
    started ??= record;
    records.push(trimRecord(record));
  }
  return { ...headOf(started, { run, going: false, orders: false, at: now.toISOString() }), records };
};

/** Of several: those that cannot be told are named. */
export const readPages = async (
  ledgers: readonly LedgerOfRun[],
): Promise<{ readonly runs: readonly PageData[]; readonly problems: readonly string[] }> => {
  const runs: PageData[] = [];
  const problems: string[] = [];
  for (const each of ledgers) {
    try {
      runs.push(await readPage(each));
    } catch (error) {
      if (!(error instanceof DualgateError)) throw error;
      problems.push(error.message);
    }
  }
  return { runs, problems };
};
