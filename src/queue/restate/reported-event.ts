/** The events of a run's ledger for the chart of the engine, each once, in the order of the ledger. */
import type { TddEvent } from '../../../machines/index.ts';
import { tailLedger } from '../../ledger/ledger-tail.ts';
import { asWorkRecord, kindOf } from '../../records/records.ts';

/** One step of the chart. */
export type ReportedEvent =
  | {
      /** Number of its record in the ledger. */
      readonly seq: number;
      readonly event: TddEvent;
      /** The worker's decision; `null` for all but an iteration. */
      readonly can_exit: boolean | null;
    }
  /** The work went back to the exit of this phase: the chart begins again after it. */
  | { readonly seq: number; readonly rolled_back_to: string };

export type EndStatus = 'completed' | 'stuck' | 'aborted' | 'needs_human';

/**
 * @returns reads the events since the last call
 * @throws {LedgerError} when the ledger is broken
 */
export const readEvents = (ledger: string): (() => readonly ReportedEvent[]) => {
  const tail = tailLedger(ledger);
  return () => {
    const events: ReportedEvent[] = [];
    for (let records = tail.read(); records.length > 0; records = tail.read())
      for (const sealed of records) {
        const { seq } = sealed;
        const record = asWorkRecord(sealed);
        if (record.type === 'operator.rolled_back') events.push({ seq, rolled_back_to: record.data.phase });
        const event = kindOf(record.type).chart?.(record.data) ?? null;
        const can_exit = record.type === 'iteration.decided' ? record.data.decision.can_exit : null;
        if (event !== null) events.push({ seq, event, can_exit });
      }
    return events;
  };
};
