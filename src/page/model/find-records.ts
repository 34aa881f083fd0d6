/** Finds the parts of an iteration that the page shows, among its records. */
import type { LedgerData } from '../../records/records.ts';
import type { PageRecord } from '../page-data.ts';

type Decided = PageRecord & { readonly type: 'iteration.decided' };

/** The decision with what was cut of it. */
export const findDecided = (records: readonly PageRecord[]): Decided | undefined =>
  records.find((record): record is Decided => record.type === 'iteration.decided');

export const testRunsOf = (records: readonly PageRecord[]): readonly LedgerData['tests.ended'][] =>
  records.flatMap((record) => (record.type === 'tests.ended' ? [record.data] : []));

export const turnsOf = (records: readonly PageRecord[]): readonly LedgerData['turn.ended'][] =>
  records.flatMap((record) => (record.type === 'turn.ended' ? [record.data] : []));
