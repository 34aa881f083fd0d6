/**
 * The step that the records leave an iteration in: the agent works, or its tests run. Shown to people; a kill leaves one
 * too. Pure.
 *
 * @module
 */
import type { TestCounts } from '../../testing/test-run.ts';

export interface RunStep {
  readonly phase: string;
  /** The iteration that is not decided yet. */
  readonly iteration: number;
  /** The last iteration that the limits allow in the phase; null where no record says it. */
  readonly of: number | null;
  /** `decided`: the next one has not begun. */
  readonly doing: 'agent' | 'tests' | 'decided';
  /** ISO 8601: the start of the step. */
  readonly since: string;
  /** The counts of the last run of the whole suite in this phase; null before it. */
  readonly counts: TestCounts | null;
  /** In a row, on the last tree of the iteration. */
  readonly green_runs: number;
  /** As many as gate 1 asks for; null where it asks for none. */
  readonly green_runs_wanted: number | null;
  /** Fingerprint of the last green sources; null without one. */
  readonly green_tree: string | null;
}
