/**
 * The error of commits: one that cannot be made, or one that does not read as what it says it is.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** A commit of a run cannot be made or read; nothing is shown by it (RULES 1.7). */
export class ProofError extends DualgateError {
  override readonly name = 'ProofError';
  readonly code = 'E_PROOF';
}
