/**
 * A run that cannot begin or continue for a reason of its own: neither a held phase nor a problem of its
 * surroundings.
 *
 * @module
 */
import { DualgateError } from '../../gates/errors.ts';

/** A run cannot begin, continue or be found. */
export class RunError extends DualgateError {
  override readonly name = 'RunError';
  readonly code = 'E_RUN';
}

/** @param folder - the workspace */
export const noRunStarted = (folder: string): RunError =>
  new RunError(`Cannot find a run in ${folder}: it has none yet. Start one with dualgate run.`);
