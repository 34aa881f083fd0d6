/**
 * An inspector that cannot listen, or lacks a package. The run continues without it.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** No run can be shown: a package is missing, or a port is taken. */
export class InspectorError extends DualgateError {
  override readonly name = 'InspectorError';
  readonly code = 'E_INSPECTOR';
}
