/** Every error that dualgate throws. A held phase is a value with reasons, never an error. */

/**
 * The base of every error of dualgate. `code` is stable and listed in docs/reference/errors.md; the message names the
 * thing, its place and the way out.
 */
export abstract class DualgateError extends Error {
  abstract readonly code: string;
}

/** A condition does not compile; in a config it is one of the `problems`. Fix: docs/reference/conditions.md. */
export class ConditionError extends DualgateError {
  override readonly name = 'ConditionError';
  readonly code = 'E_CONDITION';
  readonly problem: string;
  /** From 1, within the text of the condition. */
  readonly line: number;
  readonly column: number;

  constructor(problem: string, place: { readonly line: number; readonly column: number }) {
    super(`Cannot use the condition at line ${place.line}, column ${place.column}: ${problem}`);
    this.problem = problem;
    this.line = place.line;
    this.column = place.column;
  }
}

/**
 * There is no phase, a name is repeated or reserved, or a phase contradicts the floor. Fix: name each phase once; keep
 * the floor.
 */
export class PhaseError extends DualgateError {
  override readonly name = 'PhaseError';
  readonly code = 'E_PHASE';
}

/**
 * An embedder called `createIteration` with a field of another type; only from `dualgate/gates`. Fix: give what the
 * message names.
 */
export class IterationError extends DualgateError {
  override readonly name = 'IterationError';
  readonly code = 'E_ITERATION';
}
