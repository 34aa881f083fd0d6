/**
 * The events of a ledger for the chart of the engine, each once, in the order of the ledger.
 *
 * @module
 */
import { tailLedger } from '../../ledger/ledger-tail.ts';
import { asWorkRecord, kindOf } from '../../records/records.ts';
import type { ReportedEvent } from '../work.ts';

/**
 * @param after - number of the last record that the engine has
 * @returns reads the events since the last call
 * @throws {LedgerError} when the ledger is broken
 */
export const readEvents = (ledger: string, after: number): (() => readonly ReportedEvent[]) => {
  const tail = tailLedger(ledger);
  return () => {
    const events: ReportedEvent[] = [];
    for (let records = tail.read(); records.length > 0; records = tail.read())
      for (const sealed of records) {
        const record = asWorkRecord(sealed);
        const event = kindOf(record.type).chart?.(record.data) ?? null;
        if (event === null || sealed.seq <= after) continue;
        const can_exit = record.type === 'iteration.decided' ? record.data.decision.can_exit : null;
        events.push({ seq: sealed.seq, event, can_exit });
      }
    return events;
  };
};
