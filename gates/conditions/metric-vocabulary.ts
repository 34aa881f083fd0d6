/**
 * The words of gate 1, in the form that `compileCondition` asks for.
 *
 * @module
 */
import { METRICS } from '../metrics.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Every metric of METRICS with its type. */
export const METRIC_VOCABULARY: Vocabulary = Object.freeze(
  Object.fromEntries(Object.entries(METRICS).map(([name, { type }]) => [name, type])),
);
