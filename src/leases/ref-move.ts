/**
 * Further refs that move in the same push as a lease: all of them or none. The branch of the result is one, and
 * `refs/dualgate/ledger/<item>` another, and `refs/dualgate/work/<item>` has the files of a run.
 *
 * @module
 */
import { LeaseError } from './lease-error.ts';

export interface RefMove {
  /** In full: `refs/heads/dualgate/login`. */
  readonly ref: string;
  /** The id of an object of the workspace's repository. */
  readonly to: string;
  /**
   * The id on the remote that this move replaces; `null`: the ref must not exist. @default the ref must not exist, or
   * must be an ancestor
   */
  readonly from?: string | null;
}

/** Refs of leases move only with their lease. */
export const LEASES = 'refs/dualgate/lease/';

/** As `git check-ref-format` has it, and without characters that a refspec or a glob gives a meaning. */
const REF = /^refs(?:\/(?!\.)(?:(?!\.\.|@\{|\.lock(?:\/|$))[^\s\p{C}/~^:?*[\\])+)+(?<!\.)$/u;
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** @throws {LeaseError} `argument` when a ref or an id is wrong, or a ref is given twice */
export const checkMoves = (moves: readonly RefMove[]): void => {
  const problemOf = ({ ref, to, from }: RefMove): string | null => {
    if (!REF.test(ref)) return 'it is not a complete name such as refs/heads/work';
    if (ref.startsWith(LEASES)) return 'it belongs to a lease';
    if (moves.filter((other) => other.ref === ref).length > 1) return 'it is given twice';
    const wrong = [to, ...(from === undefined || from === null ? [] : [from])].find((id) => !OBJECT.test(id));
    return wrong === undefined ? null : `${JSON.stringify(wrong)} is not the complete id of an object`;
  };
  for (const move of moves) {
    const problem = problemOf(move);
    if (problem !== null)
      throw new LeaseError(
        'argument',
        `Cannot push the ref ${JSON.stringify(move.ref)} with a lease: ${problem}. Pass other refs.`,
      );
  }
};

/** The arguments of `git push` for the moves. */
export const moveOptions = (
  moves: readonly RefMove[],
): { readonly options: string[]; readonly refspecs: string[] } => ({
  options: moves.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from ?? ''}`])),
  refspecs: moves.map(({ ref, to }) => `${to}:${ref}`),
});
