/**
 * A check is a command of the config of which only the exit code counts. A measure is a command of the config, or a function
 * of the program that embeds dualgate: its values are accepted if their types are right. Commands of both are frozen.
 */
import type { MetricType } from '../../../gates/metrics.ts';

/** Checks with these names have a meaning of their own: by them it is known what to freeze, and `build` is evidence of an exit gate. They run first. */
export const CHECK_NAMES = ['build', 'types', 'lint'] as const;

export const metricOfCheck = (name: string): string => `${name}_ok`;

export interface CheckCommand {
  /** Small letters, digits and `_`. */
  readonly name: string;
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  /** Milliseconds, above 0, after which it is ended. */
  readonly timeout_ms: number;
}

/** One metric of a measure of one's own. */
export interface OwnMetric {
  readonly type: MetricType;
  /** Whether another value of it is progress (rule 4.2). */
  readonly progress: boolean;
}

/** Exactly one of `command` and `measure` is set. */
export interface OwnMeasure {
  readonly name: string;
  /** Program and arguments, without a shell; prints one JSON object. */
  readonly command: readonly string[] | null;
  readonly measure: MeasureFunction | null;
  readonly metrics: Readonly<Record<string, OwnMetric>>;
  /** Milliseconds, above 0, after which it is ended. */
  readonly timeout_ms: number;
}

/** Numbers are whole, from 0 to 999,999,999,999; anything else is not measured. An error is reported, and the phase is held. */
export type MeasureFunction = (
  question: MeasureQuestion,
) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

/** Paths are relative to the folder, with `/`. */
export interface MeasureQuestion {
  /** Absolute: the workspace. */
  readonly folder: string;
  readonly phase: string;
  /** In the phase, from 1. */
  readonly iteration: number;
  /** The commit that the phase began at; null where the run makes no commits. */
  readonly base: string | null;
  /** The sources, after the tests. */
  readonly files: readonly string[];
  /** The changes since the start of this attempt of the iteration. */
  readonly changed: {
    readonly created: readonly string[];
    readonly modified: readonly string[];
    readonly deleted: readonly string[];
  };
  /** Aborts when the run is interrupted, or the time is up. */
  readonly signal: AbortSignal;
}
