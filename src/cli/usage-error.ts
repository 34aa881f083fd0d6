/**
 * The command line was used wrongly: exit code 64, and a pointer to the help.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The message is the problem alone, without a full stop; who catches it knows the command and adds where its help is. */
export class UsageError extends DualgateError {
  override readonly name = 'UsageError';
  readonly code = 'E_USAGE';
}
