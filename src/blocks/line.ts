/**
 * One line of a message.
 *
 * @module
 */

/** A longer line is no marker and no field: only its head is kept. */
export const MAX_LINE_BYTES = 65_536;

/** One line without its line feed. */
export interface Line {
  readonly text: string;
  /** Position in the message, from 1. */
  readonly number: number;
  /** It was longer than MAX_LINE_BYTES, and only its head is kept. */
  readonly cut: boolean;
  /** A comment opens in the part that was cut off. */
  readonly hides: boolean;
}
