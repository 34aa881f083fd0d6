/**
 * What moved between two decided iterations of a phase (RULES 4.2): sources, HEAD, metrics, the tests that fail. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';

export interface Moves {
  /** Are the sources others than at the end of the iteration before? */
  readonly sources: boolean;
  readonly head: boolean;
  /** Metrics that differ, by name; null where one was not measured. */
  readonly metrics: readonly {
    readonly name: string;
    readonly was: number | boolean | null;
    readonly is: number | boolean | null;
  }[];
  /** Tests that fail and did not, and the other way round, as `file > name`. */
  readonly failing: { readonly added: readonly string[]; readonly gone: readonly string[] };
}

export const findMoves = (before: IterationRecord, now: IterationRecord): Moves => {
  const [was, is] = [
    new Map<string, unknown>(Object.entries(before.metrics)),
    new Map<string, unknown>(Object.entries(now.metrics)),
  ];
  const names = [...new Set([...was.keys(), ...is.keys()])].filter((name) => name !== 'iteration');
  const [failed, fails] = [before, now].map(({ failing }) => failing.map(({ file, name }) => `${file} > ${name}`));
  return {
    sources: before.tree.after !== now.tree.after,
    head: before.tree.head !== now.tree.head,
    metrics: names
      .filter((name) => was.get(name) !== is.get(name))
      .map((name) => ({ name, was: valueOf(was.get(name)), is: valueOf(is.get(name)) })),
    failing: {
      added: (fails ?? []).filter((each) => failed?.includes(each) === false),
      gone: (failed ?? []).filter((each) => fails?.includes(each) === false),
    },
  };
};

const valueOf = (value: unknown): number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' ? value : null;
