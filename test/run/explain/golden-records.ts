/** The records of a golden ledger. */
import { readFileSync } from 'node:fs';
import { parseLine } from '../../../src/ledger/ledger-record.ts';
import { asWorkRecord, type WorkRecord } from '../../../src/records/records.ts';

export const golden = (name: string): readonly WorkRecord[] =>
  readFileSync(new URL(`../../ledger/golden/ledgers/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => asWorkRecord(parseLine(line)));
