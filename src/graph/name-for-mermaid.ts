/**
 * What the states are called in a Mermaid diagram: by their keys, as long as Mermaid reads these as names, and knows one from the other
 * although they lie in different states.
 *
 * @module
 */
import type { ChartState } from './read-chart.ts';

/** Words of the language, and of the program that reads it. */
const WORDS: ReadonlySet<string> = new Set(
  'state note end as class classdef style direction click href default scale hide title acctitle accdescr left right of over fork join choice start root graph subgraph active forced constructor'.split(
    ' ',
  ),
);

/** By the id of the state. A key that is no name gets underscores. */
export const nameForMermaid = (states: readonly ChartState[]): ReadonlyMap<string, string> => {
  const keys = new Set(states.map(({ key }) => key));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // The states of the chart itself come first: they keep their names whatever a phase is called.
  for (const { id, key } of states.toSorted((a, b) => Number(a.parent !== null) - Number(b.parent !== null))) {
    let name = key.replaceAll(/\W/g, '_');
    while (taken.has(name) || WORDS.has(name) || (name !== key && keys.has(name))) name += '_';
    names.set(id, name);
    taken.add(name);
  }
  return names;
};
