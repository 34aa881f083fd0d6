/** The config that rules a run, from its records. */
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { asWorkRecord, type LedgerData, type WorkRecord } from './records.ts';

interface RulingConfig {
  readonly config: unknown;
  readonly config_hash: string;
  readonly breaker: LedgerData['run.started']['breaker'];
}

/** The recorded config that a record introduces, with its hash; null for other records. */
export const configIn = (record: WorkRecord): RulingConfig | null => {
  if (record.type === 'run.started') return record.data;
  return record.type === 'operator.accepted' ? (record.data.config ?? null) : null;
};

/** The recorded config that rules at the end of these records; null without a start. */
export const lastConfigOf = (records: Iterable<WorkRecord>): ReturnType<typeof configIn> => {
  let last: ReturnType<typeof configIn> = null;
  for (const record of records) last = configIn(record) ?? last;
  return last;
};

/** The same, for records as they are read. */
export const readLastConfig = async (ledger: AsyncIterable<LedgerRecord>): Promise<ReturnType<typeof configIn>> => {
  let last: ReturnType<typeof configIn> = null;
  for await (const sealed of ledger) last = configIn(asWorkRecord(sealed)) ?? last;
  return last;
};
