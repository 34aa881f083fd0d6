/**
 * What the suites of a list may not say against one another: two of one name, and two answers to a question that concerns
 * all of them.
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

/** The problems of the list as a whole; none where there is one suite. */
export const checkSuites = (config: Config, source: SuitesSource): readonly ConfigProblem[] => [
  ...findNamesakes(config, source),
  ...findDoubles(source, 'held_out', () => true),
  ...findDoubles(source, 'max_runs', (value, first) => value !== first),
  ...findDoubles(source, 'fast_first', (value, first) => value !== first),
];

/** Tests are told apart by the name of their suite. */
const findNamesakes = ({ tests: { suites } }: Config, { document, path }: SuitesSource): readonly ConfigProblem[] =>
  suites.flatMap(({ name }, i) => {
    if (suites.findIndex((each) => each.name === name) === i) return [];
    const { line, column } = document.placeOf([...(pathsOfSuites(document)[i] ?? []), 'name']);
    const message = `two suites have the name ${JSON.stringify(name)}, and tests are told apart by it: give each a name of its own`;
    return [{ path, line, column, message }];
  });

/** A key that concerns the whole workspace, and that a later suite answers anew. */
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
      const message = `${key} is of the whole workspace and stands already at ${path}:${before.line}:${before.column}: keep one of them`;
      return { path, line, column, message };
    });
};
