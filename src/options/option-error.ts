/**
 * A program called dualgate with an option that it cannot use.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/**
 * A program called an exported function with an option that is unknown, missing or of another kind: `place`, `option`;
 * nothing was written. Fix: correct the option.
 */
export class OptionError extends DualgateError {
  override readonly name = 'OptionError';
  readonly code = 'E_OPTION';
  /** The exported function. */
  readonly place: string;
  /** `null`: the options as a whole. */
  readonly option: string | null;

  constructor(place: string, option: string | null, message: string) {
    super(message);
    this.place = place;
    this.option = option;
  }
}
