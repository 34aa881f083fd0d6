/**
 * What a condition may name.
 *
 * @module
 */
import type { MetricType } from '../metrics.ts';

/** The metrics that a condition may ask for, with their types; names are case-sensitive. */
export type Vocabulary = Readonly<Record<string, MetricType>>;
