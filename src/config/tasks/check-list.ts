/**
 * What is wrong with a list of work that can be told without looking at a file: entries that stand twice, needs that nothing
 * answers, tasks that need one another.
 *
 * @module
 */
import picomatch from 'picomatch';
import type { ConfigProblem } from '../config-error.ts';
import type { Config } from '../shape-config.ts';
import type { ListEntry } from '../shape-work.ts';
import type { YamlDocument } from '../yaml/read-yaml.ts';
import { globOf, isPattern } from './is-pattern.ts';
import { orderTasks } from './order-tasks.ts';

interface ListSource {
  readonly document: YamlDocument;
  readonly path: string;
}

export const checkList = ({ list }: Config, { document, path }: ListSource): readonly ConfigProblem[] => {
  if (list === null) return [];
  const { entries } = list;
  const problem = (steps: readonly PropertyKey[], message: string): ConfigProblem => {
    const { line, column } = document.placeOf(['work', 'specs', ...steps]);
    return { path, line, column, message };
  };
  const doubles = entries.flatMap((entry, i) => {
    const twice = namesOf(entry).find((name) => entries.slice(0, i).some((other) => namesOf(other).includes(name)));
    return twice === undefined ? [] : [problem([i], `specs[${i}]: ${twice} stands twice in the list`)];
  });
  const unknown = entries.flatMap(({ needs }, i) =>
    needs.flatMap((need, n) =>
      findNeeded(entries, need) === undefined
        ? [problem([i, 'needs', n], `needs[${n}] names no task of the list (got ${JSON.stringify(need)})`)]
        : [],
    ),
  );
  if (doubles.length > 0 || unknown.length > 0) return [...doubles, ...unknown];
  const order = orderTasks(
    entries.map(({ spec, needs }) => ({ spec, needs: needs.map((need) => findNeeded(entries, need)?.spec ?? need) })),
  );
  if (order.is === 'order') return [];
  const at = entries.findIndex(({ spec }) => spec === order.specs[0]);
  return [problem([at], `the tasks need one another: ${[...order.specs, order.specs[0]].join(' needs ')}`)];
};

const namesOf = ({ spec, name }: ListEntry): readonly string[] =>
  name === null || name === spec ? [spec] : [spec, name];

/** By its spec or its name; else the folder or the glob that it would come from. */
const findNeeded = (entries: readonly ListEntry[], need: string): ListEntry | undefined =>
  entries.find((entry) => namesOf(entry).includes(need)) ??
  entries.find(({ spec }) => (isPattern(spec) ? picomatch.isMatch(need, globOf(spec)) : need.startsWith(`${spec}/`)));
