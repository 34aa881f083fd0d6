/** The error of commits: one that cannot be made, or one whose content does not match its message. */
import { DualgateError } from '../../gates/errors.ts';

/** A commit of a run cannot be made, read or proven. Fix: docs/how-to/commits.md, docs/how-to/prove.md. */
export class ProofError extends DualgateError {
  override readonly name = 'ProofError';
  readonly code = 'E_PROOF';
}
