/**
 * A temporary folder that cannot be made.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** No temporary folder can be made. Fix: set `TMPDIR`. */
export class TemporaryError extends DualgateError {
  override readonly name = 'TemporaryError';
  readonly code = 'E_TEMPORARY';
}
