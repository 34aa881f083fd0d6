/**
 * The error of leases: a wrong argument, or a store that cannot be used. A refused claim, renewal, release or result is
 * a value and never one of these.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/**
 * Why there is no answer. `argument`: the caller passed something wrong. `broken`: the store holds something that is no
 * lease. `refused`: git or the remote failed, and the store is unchanged. `unknown`: the remote did not answer, and the
 * change may have landed.
 */
type LeaseTrouble = 'argument' | 'broken' | 'refused' | 'unknown';

/** A lease cannot be read or changed; `trouble` says why. Fix: check the remote, then repeat. */
export class LeaseError extends DualgateError {
  override readonly name = 'LeaseError';
  readonly code = 'E_LEASE';
  readonly trouble: LeaseTrouble;

  constructor(trouble: LeaseTrouble, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.trouble = trouble;
  }
}
