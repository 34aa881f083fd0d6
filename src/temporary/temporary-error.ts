/**
 * A temporary folder that cannot be made.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

export class TemporaryError extends DualgateError {
  override readonly name = 'TemporaryError';
  readonly code = 'E_TEMPORARY';
}
