/**
 * Wrong usage of the command line: exit code 64, and a pointer to the help.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** An unknown command or option, a missing or extra argument. Fix: `dualgate COMMAND --help`. */
export class UsageError extends DualgateError {
  // The message is the problem without a full stop: the catcher adds the command of its help.
  override readonly name = 'UsageError';
  readonly code = 'E_USAGE';
}
