/** A check: a command of the config that is no test run. Only its exit code counts. */

/** These have a meaning of their own: by them it is known what to freeze, and `build` is evidence of an exit gate. They run first. */
export const CHECK_NAMES = ['build', 'types', 'lint'] as const;

/** The metric of a check. */
export const metricOfCheck = (name: string): string => `${name}_ok`;

export interface CheckCommand {
  /** Small letters, digits and `_`. */
  readonly name: string;
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  /** Milliseconds, above 0, after which it is ended. */
  readonly timeout_ms: number;
}
