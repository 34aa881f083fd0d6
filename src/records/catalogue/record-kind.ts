/**
 * A kind of record: its meaning, and the events that it emits. The docstrings of the data are its reference:
 * docs/reference/records.md prints them.
 *
 * @module
 */
import type { DurableEvent } from '../run-events.ts';

/** `D`: the data of a record of the kind. */
export interface RecordKind<D> {
  /** One line, as docs/reference/records.md prints it. */
  readonly meaning: string;
  /**
   * The events that are emitted when such a record is written. They are bounded, and hold no value of the environment, no
   * baseline and no hash of a frozen file.
   */
  readonly toEvents: (data: D) => readonly DurableEvent[];
}
