/**
 * A check: a command of the config besides the tests, whose exit code is all that is believed of it.
 *
 * @module
 */
import type { CheckName } from '../../gates/iteration.ts';

/** In the order in which they run. */
export const CHECK_NAMES = ['build', 'types', 'lint'] as const satisfies readonly CheckName[];

/** The metric of each check. */
export const CHECK_METRICS = {
  build: 'build_ok',
  types: 'types_ok',
  lint: 'lint_ok',
} as const satisfies Readonly<Record<CheckName, string>>;

export interface CheckCommand {
  readonly name: CheckName;
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  /** Milliseconds, above 0, after which it is ended. */
  readonly timeout_ms: number;
}
