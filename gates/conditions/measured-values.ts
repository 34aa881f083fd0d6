/**
 * The border between measuring and judging. Reads each value once. A value that its metric cannot have is absent, so
 * no input can throw in a judgement or change halfway through it.
 *
 * @module
 */
import type { MetricType } from '../metrics.ts';
import { MAX_DIGITS } from './lex-condition.ts';

/** Measured values by name. A metric that is not in it is absent. */
export type MeasuredValues = ReadonlyMap<string, number | boolean>;

const MAX_NUMBER = 10 ** MAX_DIGITS - 1;

/** Never throws, for any `values`. */
export const readMeasured = (values: unknown, wanted: ReadonlyMap<string, MetricType>): MeasuredValues => {
  const measured = new Map<string, number | boolean>();
  for (const [name, type] of wanted) {
    const value = valueOf(values, name);
    if (type === 'boolean' && typeof value === 'boolean') measured.set(name, value);
    if (type === 'number' && isCount(value)) measured.set(name, value);
  }
  return measured;
};

const valueOf = (values: unknown, name: string): unknown => {
  if (typeof values !== 'object' || values === null) return undefined;
  try {
    // An inherited name was not measured.
    return Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
  } catch {
    return undefined;
  }
};

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER;
