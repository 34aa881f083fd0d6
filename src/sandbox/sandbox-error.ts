/**
 * A sandbox that was asked for and cannot be had. There is no falling back to none.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

export class SandboxError extends DualgateError {
  override readonly name = 'SandboxError';
  readonly code = 'E_SANDBOX';
}

/** @param why - what is wrong, and what to do */
export const refuseSandbox = (why: string): SandboxError => new SandboxError(`Cannot make the sandbox: ${why}`);
