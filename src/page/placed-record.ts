/** A record of the ledger as the page gets it: cut, in its place, and with what is said of it. */
import type { WorkRecord } from '../records/records.ts';
import type { PlacedRecord } from './page-data.ts';
import { sayRecord } from './say-record.ts';
import { trimRecord } from './render-page.ts';

/** @param record - without secrets @param n - its iteration, from 1 */
export const placeRecord = (record: WorkRecord, n: number): PlacedRecord => ({
  ...trimRecord(record),
  n,
  said: sayRecord(record),
});
