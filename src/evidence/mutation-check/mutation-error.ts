/** The mutation check cannot work in the copy, because the tests changed it. The workspace is unchanged. */
import { DualgateError } from '../../../gates/errors.ts';

/**
 * The tests destroyed the copy for the mutation check; it is inconclusive, and the run continues. Fix:
 * docs/how-to/mutation-check.md.
 */
export class MutationError extends DualgateError {
  override readonly name = 'ProbeError';
  readonly code = 'E_MUTATION_CHECK';
  /** Why the suite is not green in the unchanged copy, as a clause; `null` for everything else. */
  readonly red: string | null;

  constructor(message: string, { red = null }: { readonly red?: string | null } = {}) {
    super(message);
    this.red = red;
  }
}
