/** The error of a fleet: the engine refuses a request, or its packages are not installed. */
import { DualgateError } from '../../../gates/errors.ts';

/** A fleet cannot be served, or refuses this work; a package of Restate is not installed. Fix: docs/how-to/fleet.md. */
export class FleetError extends DualgateError {
  override readonly name = 'FleetError';
  readonly code = 'E_FLEET';
}
