/**
 * An inspector that cannot listen, or lacks a package. A run goes on without one.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

export class InspectorError extends DualgateError {
  override readonly name = 'InspectorError';
  readonly code = 'E_INSPECTOR';
}
