/**
 * The places of the suites in a config file, to report a problem of a suite with its line and column: `tests` is one
 * map, or a list of maps.
 *
 * @module
 */
import type { YamlDocument } from './yaml/read-yaml.ts';

type Path = readonly PropertyKey[];

/** The path of each suite in the document, in their order. */
export const pathsOfSuites = ({ value }: Pick<YamlDocument, 'value'>): readonly Path[] => {
  const tests = valueAt(value, ['tests']);
  return Array.isArray(tests) ? tests.map((_, i): Path => ['tests', i]) : [['tests']];
};

/** The paths of the suites that set a key, with its value. */
export const findKey = (
  document: Pick<YamlDocument, 'value'>,
  key: string,
): readonly { readonly path: Path; readonly value: unknown }[] =>
  pathsOfSuites(document)
    .map((path) => ({ path: [...path, key], value: valueAt(document.value, [...path, key]) }))
    .filter(({ value }) => value !== undefined);

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (held, step) =>
      typeof held === 'object' && held !== null && Object.hasOwn(held, step) ? Reflect.get(held, step) : undefined,
    value,
  );
