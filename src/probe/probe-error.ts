/**
 * The probe cannot do its work in the copy, since the tests took it apart. The workspace is as it was.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

export class ProbeError extends DualgateError {
  override readonly name = 'ProbeError';
  readonly code = 'E_PROBE';
}
