/**
 * The error of a fleet: the engine does not answer, refuses a request, or its packages are not installed.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** A fleet that cannot be served, asked or worked for. */
export class FleetError extends DualgateError {
  override readonly name = 'FleetError';
  readonly code = 'E_FLEET';
}
