/**
 * A kind of record: its meaning, and the events that it becomes for everybody outside of the ledger.
 *
 * @module
 */
import type { RunNews } from '../run-events.ts';

/** `D`: the data of a record of the kind. */
export interface RecordKind<D> {
  /** One line, as docs/reference/ledger.md prints it. */
  readonly meaning: string;
  /**
   * The events that are emitted when such a record is written. They are bounded, and hold no value of the environment, no
   * baseline and no hash of a frozen file.
   */
  readonly toEvents: (data: D) => readonly RunNews[];
}
