/**
 * A run that cannot begin or go on for a reason of its own: not a held phase, not the outside.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** A run cannot begin, go on or be found. */
export class RunError extends DualgateError {
  override readonly name = 'RunError';
  readonly code = 'E_RUN';
}

/** @param folder - the workspace */
export const noRunBegun = (folder: string): RunError =>
  new RunError(`Cannot find a run in ${folder}: none was begun. Begin one with dualgate run.`);
