/**
 * A list of work as its ledger tells it, without a lock: for `status`, the report and other programs. Nothing is written
 * but STATE.md, where it tells of something else.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { anchorFolder, readAnchor } from '../ledger/anchor.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { readLedger } from '../ledger/read-ledger.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { listFolders, readCurrentList } from './list-folders.ts';
import { asListRecord, type ListRecord } from './list-record.ts';
import { foldList, type ListState } from './list-state.ts';
import { describeList, type ListStatus } from './describe-list.ts';
import { restoreListPage } from './list-page/list-page.ts';
import { readRunEnds, seeRuns } from './see-runs.ts';

export interface ListReading {
  readonly list: string;
  readonly records: readonly ListRecord[];
  readonly state: ListState;
}

/**
 * Reads a list of this checkout (not of the work tree of a run).
 *
 * @param list - its id; the current one when it is left out
 * @returns `null` when none was begun
 * @throws {LedgerError} when its ledger does not hold
 */
export const readWorkList = async (
  config: Pick<Config, 'folder'>,
  list: string | null = readCurrentList(config.folder),
): Promise<ListReading | null> => {
  if (list === null) return null;
  const { ledger } = listFolders(config.folder, list);
  if (!existsSync(ledger)) return null;
  const { problems } = await verifyLedger(ledger, readAnchor(anchorFolder(process.env), list));
  const broken = problems.find(({ code }) => code !== 'torn');
  if (broken !== undefined)
    throw new LedgerError(
      'broken',
      `Cannot read the list ${list}: ${broken.what}. ${broken.advice} dualgate verify ${list} says more; dualgate run --new begins another list.`,
      { path: ledger },
    );
  const sealed: LedgerRecord[] = [];
  for await (const record of readLedger(ledger)) sealed.push(record);
  const records = sealed.map(asListRecord);
  return { list, records, state: foldList(records) };
};

/**
 * Where the current list of this checkout stands now, with what became of the runs of its tasks since it ended.
 *
 * @returns `null` when none was begun
 * @throws {LedgerError} when its ledger does not hold; a run's that does not leaves its task as it was put aside
 */
export const readListStatus = async (config: Pick<Config, 'folder' | 'agent'>): Promise<ListStatus | null> => {
  const reading = await readWorkList(config);
  if (reading === null) return null;
  const status = describeList(seeRuns(reading.state, await readRunEnds(reading.state)));
  await restoreListPage(config, status, reading.records.at(-1)?.at ?? '');
  return createRedactData(config, process.env)(status);
};
