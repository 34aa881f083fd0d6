/**
 * Conflicts between the suites of a list: two with one name, and two values of a key that concerns the workspace.
 *
 * @module
 */
import type { ConfigProblem } from './config-error.ts';
import type { Config } from './shape-config.ts';
import { findKey, pathsOfSuites } from './written-suites.ts';
import type { YamlDocument } from './yaml/read-yaml.ts';

interface SuitesSource {
  readonly document: YamlDocument;
  readonly path: string;
}

/** The problems of the list; none for a single suite. */
export const checkSuites = (config: Config, source: SuitesSource): readonly ConfigProblem[] => [
  ...findNamesakes(config, source),
  ...findDoubles(source, 'hidden', () => true),
  ...findDoubles(source, 'max_runs', (value, first) => value !== first),
  ...findDoubles(source, 'memory', (value, first) => value !== first),
  ...findDoubles(source, 'fast_first', (value, first) => value !== first),
];

/** The name of a suite distinguishes its tests from those of the others. */
const findNamesakes = ({ tests: { suites } }: Config, { document, path }: SuitesSource): readonly ConfigProblem[] =>
  suites.flatMap(({ name }, i) => {
    if (suites.findIndex((each) => each.name === name) === i) return [];
    const { line, column } = document.placeOf([...(pathsOfSuites(document)[i] ?? []), 'name']);
    const message = `two suites have the name ${JSON.stringify(name)}: give each suite its own name, as it is part of the names of its tests`;
    return [{ path, line, column, message }];
  });

/** A key that concerns the workspace and that a later suite sets again. */
const findDoubles = (
  { document, path }: SuitesSource,
  key: string,
  contradicts: (value: unknown, first: unknown) => boolean,
): readonly ConfigProblem[] => {
  const [first, ...others] = findKey(document, key);
  if (first === undefined) return [];
  return others
    .filter(({ value }) => contradicts(value, first.value))
    .map((other) => {
      const { line, column } = document.placeOf(other.path);
      const before = document.placeOf(first.path);
      const message = `${key} applies to the workspace and is already set at ${path}:${before.line}:${before.column}: keep one of them`;
      return { path, line, column, message };
    });
};
