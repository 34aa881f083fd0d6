/**
 * The base of every error that dualgate throws. A held phase is a value with reasons, never an error.
 *
 * @module
 */

/**
 * The base of every error of dualgate.
 * `code` is stable and listed in docs/reference/errors.md; the message names the thing, its place and the way out.
 */
export abstract class DualgateError extends Error {
  abstract readonly code: string;
}

/** A condition that does not compile. `line` and `column` count from 1 within the condition's own text. */
export class ConditionError extends DualgateError {
  override readonly name = 'ConditionError';
  readonly code = 'E_CONDITION';
  readonly problem: string;
  readonly line: number;
  readonly column: number;

  constructor(problem: string, place: { readonly line: number; readonly column: number }) {
    super(`Cannot use the condition at line ${place.line}, column ${place.column}: ${problem}`);
    this.problem = problem;
    this.line = place.line;
    this.column = place.column;
  }
}

/** A list of phases that cannot make a chart, or a phase that asks for less than the floor. */
export class PhaseError extends DualgateError {
  override readonly name = 'PhaseError';
  readonly code = 'E_PHASE';
}

/** A measurement of an embedder with a field of another type. */
export class IterationError extends DualgateError {
  override readonly name = 'IterationError';
  readonly code = 'E_ITERATION';
}
