/**
 * The ledger of a real run of three phases: a crash, an attempt at frozen tests, a flaky test, BLOCKED with hostile words, and
 * a phase that an operator forced.
 */
import { readFileSync } from 'node:fs';
import { type LedgerRecord, parseLine } from '../../../src/ledger/ledger-record.ts';
import { asWorkRecord, type WorkRecord } from '../../../src/records/records.ts';

/** As they stand in the file. */
export const SEALED: readonly LedgerRecord[] = readFileSync(new URL('ledgers/forced.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(parseLine);

const RECORDS: readonly WorkRecord[] = SEALED.map(asWorkRecord);

/** All of it: completed by force. */
export const FORCED = RECORDS;

/** As it was when it ended for the first time: a person was needed. */
export const BLOCKED = RECORDS.slice(0, RECORDS.findIndex(({ type }) => type === 'run.ended') + 1);
