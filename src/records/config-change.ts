/**
 * A changed key of a config, as it is recorded and shown.
 *
 * @module
 */

/** One key of the config that changed. */
export interface ConfigChange {
  /** With the names of phases, suites and checks: `phases[GREEN].limits.max_iterations`. */
  readonly key: string;
  /** The value before as JSON, without secrets; null where the config had no such key. */
  readonly from: string | null;
  /** The value after, in the same form; null where the config has no such key any more. */
  readonly to: string | null;
}
