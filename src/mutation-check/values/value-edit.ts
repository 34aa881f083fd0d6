/**
 * A function of a text that returns something, and the text in which it returns something else.
 *
 * @module
 */
import type { ValueForm } from './other-values.ts';

/** One range of a text, and what stands there in each form. */
export interface ValueEdit {
  readonly from: number;
  readonly to: number;
  /** Offset of the first value that it returns, and its text. */
  readonly at: number;
  readonly returned: string;
  /** The offsets of the whole function. */
  readonly start: number;
  readonly end: number;
  /** @param tests - the names of those that `probe` asks about, where a failure ends all tests */
  readonly inForm: (form: ValueForm, tests: readonly string[]) => string;
}
