/**
 * `checks` and `measures` of a config, from what was written to what is meant.
 *
 * @module
 */
import { CHECK_NAMES, type CheckCommand } from '../checks/check-command.ts';
import type { OwnMeasure, OwnMetric } from '../checks/own-measure.ts';
import type { WrittenConfig } from './schema/config-schema.ts';

/** Of a check or a measure that names none. */
export const CHECK_TIMEOUT_MS = 10 * 60_000;

/** Those of a meaning of their own first, the others as they are written. */
export const shapeChecks = (written: WrittenConfig['checks']): readonly CheckCommand[] =>
  [...new Set([...CHECK_NAMES, ...Object.keys(written)])].flatMap((name) => {
    const check = written[name];
    if (check === undefined) return [];
    return 'command' in check
      ? [{ name, command: check.command, timeout_ms: check.timeout }]
      : [{ name, command: check, timeout_ms: CHECK_TIMEOUT_MS }];
  });

export const shapeMeasures = (written: WrittenConfig['measures']): readonly OwnMeasure[] =>
  Object.entries(written).map(([name, { command, metrics, timeout }]) => ({
    name,
    command,
    measure: null,
    metrics: shapeMetrics(metrics),
    timeout_ms: timeout,
  }));

/** The type alone says that another value is no progress. */
export const shapeMetrics = (written: Readonly<Record<string, OwnMetric['type'] | OwnMetric>>): OwnMeasure['metrics'] =>
  Object.fromEntries(
    Object.entries(written).map(([metric, given]) => [
      metric,
      typeof given === 'string' ? { type: given, progress: false } : given,
    ]),
  );
