/**
 * Problems of a script of the scripted agent, or of playing it.
 *
 * @module
 */
import { DualgateError } from '../../../gates/errors.ts';
import { type ConfigProblem, renderProblem } from '../../config/config-error.ts';

/** Makes the error for a problem of the turn at hand. */
export type Refuse = (problem: string, cause?: unknown) => ScriptError;

/** The scripted agent's file is invalid. Fix: docs/how-to/scripted-agent.md. */
export class ScriptError extends DualgateError {
  override readonly name = 'ScriptError';
  readonly code = 'E_SCRIPT';
  /** In the order of the file, at least one. */
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly [ConfigProblem, ...ConfigProblem[]], options?: ErrorOptions) {
    super(`Cannot play ${problems.map(renderProblem).join('\n  ')}`, options);
    this.problems = problems;
  }
}
