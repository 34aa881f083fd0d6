/**
 * A sandbox that is configured but not available. There is no fallback to none.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** The sandbox does not start or would not isolate the agent; no run starts. Fix: docs/how-to/sandbox.md. */
export class SandboxError extends DualgateError {
  override readonly name = 'SandboxError';
  readonly code = 'E_SANDBOX';
}

/** @param why - the problem, and the advice */
export const refuseSandbox = (why: string): SandboxError => new SandboxError(`Cannot start the sandbox: ${why}`);
