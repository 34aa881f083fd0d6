/** Makes a complete, frozen record of an iteration that an embedder measured. */
import { IterationError } from './errors.ts';
import type { IterationRecord, Signal } from './iteration.ts';
import type { Metrics } from './metrics.ts';

/**
 * The metrics that the floor needs in addition to the counts of tests. An embedder who spreads it asserts: I ran the
 * suite myself, on one tree, its report is complete, the tests are unchanged.
 */
export const CLEAN_MEASUREMENT = {
  tests_skipped: 0,
  existing_total: 0,
  existing_passing: 0,
  existing_failing: 0,
  unhandled_errors: 0,
  suite_load_failures: 0,
  runner_exit_code: 0,
  report_fresh: true,
  report_complete: true,
  tree_stable: true,
  tests_intact: true,
} as const satisfies Metrics;

export interface Measured {
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  readonly metrics: Metrics;
  /** The agent's explicit exit signal; null when it gave none. */
  readonly exit_signal: boolean | null;
  /** @default '' */
  readonly run?: string;
  /** ISO 8601; nothing here reads a clock. @default '' */
  readonly at?: string;
}

/**
 * The record of an ITERATION event; `metrics.iteration` is set from `iteration`.
 * @throws {IterationError} when a field has another type than `Measured` says
 */
export const createIteration = (measured: Measured): IterationRecord => {
  refuseOtherTypes(measured);
  const { phase, iteration, metrics, exit_signal, run = '', at = '' } = measured;
  return Object.freeze({
    run,
    phase,
    iteration,
    attempt: 1,
    started_at: at,
    ended_at: at,
    metrics: Object.freeze({ ...metrics, iteration }),
    signal: Object.freeze(signalOf(exit_signal)),
    turn: Object.freeze({ outcome: 'ok', exit_code: 0, ms: 0 }),
    tree: Object.freeze({ before: '', after: '', head: null }),
    without_progress: 0,
    iterations_used: iteration,
    failing: Object.freeze([]),
    findings: Object.freeze([]),
  });
};

/** A program without types may give a text, and "false" must not count as a signal. */
const refuseOtherTypes = ({
  phase,
  iteration,
  metrics,
  exit_signal,
}: Readonly<Partial<Record<keyof Measured, unknown>>>) => {
  const wrong = (name: string, wanted: string) =>
    new IterationError(`Cannot create an iteration: ${name} is missing or has another type. Give ${wanted}.`);
  if (typeof phase !== 'string') throw wrong('phase', 'the name of the phase');
  if (typeof iteration !== 'number' || !Number.isInteger(iteration) || iteration < 1)
    throw wrong('iteration', 'its number in the phase, from 1');
  if (typeof metrics !== 'object' || metrics === null) throw wrong('metrics', 'an object of numbers and booleans');
  if (typeof exit_signal !== 'boolean' && exit_signal !== null)
    throw wrong('exit_signal', 'true, false, or null where the agent gave none');
};

const signalOf = (value: boolean | null): Signal => ({
  value,
  source: null,
  dialect: 'prp',
  line: null,
  reason: value === null ? 'signal_missing' : value ? 'explicit_true' : 'explicit_false',
  status: null,
  blockers: [],
  refactoring_complete: false,
});
