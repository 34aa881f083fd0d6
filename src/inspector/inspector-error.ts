/**
 * An inspector that cannot listen, or lacks a package. A run goes on without one.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** Nobody can be shown a run: a package that is missing, or a port that is taken. */
export class InspectorError extends DualgateError {
  override readonly name = 'InspectorError';
  readonly code = 'E_INSPECTOR';
}
