/** Reads the records of a run from a verified ledger. */
import { existsSync } from 'node:fs';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { readLedger, type LedgerRecord } from '../ledger/ledger-record.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { noRunStarted, RunError } from './run-error.ts';
import { readCurrentRun, runFolders } from './run-folders.ts';
import { asWorkRecord, type WorkRecord } from './records.ts';

export interface RunRecords {
  readonly run: string;
  /** The position in the list is the number of the record. */
  readonly records: readonly WorkRecord[];
  readonly head: LedgerRecord;
}

/**
 * Reads the ledger of a run of the workspace, with all of its records in memory. @param run - its id; the current one by default
 * @throws {RunError} when there is none @throws {LedgerError} when its ledger is broken, or a newer dualgate wrote it
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
  const head = await walkLedger(ledger, run, onRecord);
  if (head === null) throw new RunError(`Cannot read the run ${run}: its ledger is empty.`);
  return { run, head };
};

/** The records of a verified ledger. @param advice - as of `refuseBroken` @returns the last one @throws as `refuseBroken` */
export const walkLedger = async (
  ledger: string,
  run: string,
  onRecord: (record: LedgerRecord) => void,
  advice?: string,
): Promise<LedgerRecord | null> => {
  await refuseBroken(ledger, run, advice);
  let head: LedgerRecord | null = null;
  for await (const record of readLedger(ledger)) {
    head = record;
    onRecord(record);
  }
  return head;
};

/** Checks the chain and its anchor. A torn last line only shows a crash. @throws {LedgerError} `broken`: the first problem */
export const refuseBroken = async (
  ledger: string,
  run: string,
  advice = 'Run dualgate verify for details.',
): Promise<void> => {
  const { problems } = await verifyLedger(ledger, readAnchor(anchorFolder(process.env), run));
  const problem = problems.find(({ code }) => code !== 'torn');
  if (problem === undefined) return;
  throw new LedgerError('broken', `Cannot trust the ledger of ${run}: ${problem.what}. ${problem.advice} ${advice}`, {
    path: ledger,
    ...(problem.line === null ? {} : { line: problem.line }),
  });
};
