/**
 * From format 1 to 2: the counts of `tests.ended` are `suite_passing`, `suite_failing` and `suite_skipped`; before, they were
 * `tests_*`. Those names are the metrics: a gate counts in its phase, in RED the new tests alone, and one name had meant both.
 *
 * @module
 */
import { isPlainObject, type JsonObject } from '../json.ts';
import type { Migration } from './migration.ts';

const NAMES: ReadonlyMap<string, string> = new Map(
  ['passing', 'failing', 'skipped'].map((state) => [`tests_${state}`, `suite_${state}`]),
);

export const nameSuiteCounts: Migration = ({ type, data }) => {
  if (type !== 'tests.ended') return { type, data };
  const { counts, suites } = data;
  return {
    type,
    data: {
      ...data,
      ...(isPlainObject(counts) ? { counts: rename(counts) } : {}),
      ...(Array.isArray(suites)
        ? { suites: suites.map((suite) => (isPlainObject(suite) ? rename(suite) : suite)) }
        : {}),
    },
  };
};

const rename = (counts: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(counts).map(([name, value]) => [NAMES.get(name) ?? name, value]));
