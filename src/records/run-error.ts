/** Errors of a run: dualgate refuses to begin, to continue or to obey; or dualgate or the system failed. */
import { DualgateError } from '../../gates/errors.ts';

/**
 * A run cannot start, resume or be found, or its state does not allow the command. Fix: follow the message; `dualgate
 * status`.
 */
export class RunError extends DualgateError {
  override readonly name: string = 'RunError';
  readonly code: string = 'E_RUN';
}

/** A bug, a run that does not answer, a file that cannot be written. Fix: follow the message; `dualgate status`. */
export class FaultError extends RunError {
  override readonly name = 'FaultError';
  override readonly code = 'E_FAULT';
}

/** @param folder - the workspace */
export const noRunStarted = (folder: string): RunError =>
  new RunError(
    `Cannot find a run in ${folder}: it has none yet. Start one with dualgate run, or dualgate session start in an agent session.`,
  );
