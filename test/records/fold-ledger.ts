import type { LedgerRecord } from '../../src/ledger/ledger-record.ts';
import { beginFold, foldRecord, type LedgerFold } from '../../src/records/fold/fold-records.ts';

/** The state after the records of a ledger. @param phases - of the config, in order */
export const foldLedger = (phases: readonly string[], records: readonly LedgerRecord[]): LedgerFold =>
  records.reduce(foldRecord, beginFold(phases));
