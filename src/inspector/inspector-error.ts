/**
 * An inspector that cannot listen, or lacks a package. The run continues without it.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/**
 * `@statelyai/inspect` is not installed beside dualgate, or the port is in use; no run started. Fix:
 * docs/how-to/inspector.md.
 */
export class InspectorError extends DualgateError {
  override readonly name = 'InspectorError';
  readonly code = 'E_INSPECTOR';
}
