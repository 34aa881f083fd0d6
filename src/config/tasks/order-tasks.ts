/**
 * The order of tasks: as given, but each after the tasks that it needs. Pure.
 *
 * @module
 */

interface Node {
  /** Unique name of the task. */
  readonly spec: string;
  /** Specs of other tasks; one that is not in the list counts as done. */
  readonly needs: readonly string[];
}

type Order<T> =
  | { readonly is: 'order'; readonly tasks: readonly T[] }
  /** Specs, each of which needs the next one, and the last the first. */
  | { readonly is: 'cycle'; readonly specs: readonly string[] };

/** Stable: of the tasks that may come next, the first in the given order. */
export const orderTasks = <T extends Node>(tasks: readonly T[]): Order<T> => {
  const waiting = [...tasks];
  const ordered: T[] = [];
  const isWaiting = (spec: string) => waiting.some((task) => task.spec === spec);
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ needs }) => !needs.some(isWaiting));
    if (next < 0) return { is: 'cycle', specs: findCycle(waiting) };
    ordered.push(...waiting.splice(next, 1));
  }
  return { is: 'order', tasks: ordered };
};

/** Each of them needs another one, so following the needs reaches one of them twice. */
const findCycle = (tasks: readonly Node[]): readonly string[] => {
  const path: string[] = [];
  let at: Node | undefined = tasks[0];
  while (at !== undefined && !path.includes(at.spec)) {
    path.push(at.spec);
    const { needs } = at;
    at = tasks.find(({ spec }) => needs.includes(spec));
  }
  return path.slice(path.indexOf(at?.spec ?? ''));
};
