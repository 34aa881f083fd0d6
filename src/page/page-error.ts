/**
 * A page that cannot be made or served.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The page is not built, or its port is not available. Fix: in a checkout `npm run build:js`; another `--port`. */
export class PageError extends DualgateError {
  override readonly name = 'PageError';
  readonly code = 'E_PAGE';
}
