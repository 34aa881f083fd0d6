/**
 * A page that cannot be made or served.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

export class PageError extends DualgateError {
  override readonly name = 'PageError';
  readonly code = 'E_PAGE';
}
