/** One kind of record of the ledger: what it keeps, the events that it emits, and what it changes. */
import { readContent } from '../ledger/format.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { RunError } from './run-error.ts';
import type { BreakerEvent, TddEvent } from '../../machines/index.ts';
import type { Move } from './fold/work-position.ts';
import type { OpenEnds, WorkState } from './fold/work-state.ts';
import type { DurableEvent } from './run-events.ts';

/** A record with data of this kind. `at`: ISO 8601. */
export interface Entry<D> {
  readonly at: string;
  readonly data: D;
}

/** All functions are pure. */
export interface RecordKind<D> {
  /** One line, as docs/reference/records.md prints it. */
  readonly meaning: string;
  /** Emitted when such a record is written. Bounded; without values of the environment, baselines, and hashes of frozen files. */
  readonly events?: (data: D) => readonly DurableEvent[];
  /** The next state of the work, without its open ends, its sums and its breaker. */
  readonly fold?: (state: WorkState, entry: Entry<D>) => WorkState;
  /** The unfinished parts, if a kill comes after it. @param before - the state of the work before the record */
  readonly openEnds?: (ends: OpenEnds, entry: Entry<D>, before: Pick<WorkState, 'iteration' | 'ending'>) => OpenEnds;
  /** The step of the work on its chart. */
  readonly moves?: (data: D) => Move | null;
  /** The event that takes the live chart the same step. */
  readonly chart?: (data: D) => TddEvent | null;
  /** The event for the circuit breaker. */
  readonly breaker?: (entry: Entry<D>) => BreakerEvent | null;
  /** For the page: without what no page shows. */
  readonly trims?: (data: D) => D;
}

/**
 * Reads a sealed record by its type, with the data that was stored: of a run, of a list, or of a work item.
 * @param types - the closed list @param of - for messages: `the ledger`
 * @returns throws a `RunError` for a type that this version does not know, since a state folded without it would be
 * wrong; and a `LedgerError` for a record in another format
 */
export const createRecordReader =
  <Typed extends { readonly type: string }>(types: Readonly<Record<Typed['type'], unknown>>, of: string) =>
  (sealed: LedgerRecord): Typed => {
    const { seq, at } = sealed;
    const { type, data } = readContent(sealed);
    if (!Object.hasOwn(types, type))
      throw new RunError(
        `Cannot read record ${seq} of ${of}: its type ${type} is not known here. Use the version of dualgate that wrote it.`,
      );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the chain shows that `write` made it
    return { type, at, data } as unknown as Typed;
  };
