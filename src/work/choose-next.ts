/**
 * Chooses the next task of a list: pure, so that the result is the same after a crash.
 *
 * @module
 */
import type { Ending } from '../../machines/index.ts';
import type { ListState, TaskState } from './list-state.ts';

type NextStep =
  /** Its run begins, or resumes if it has one. */
  | { readonly do: 'work'; readonly task: TaskState }
  /** It needs a task that was deferred for good. */
  | { readonly do: 'wait'; readonly task: TaskState; readonly why: string }
  | { readonly do: 'end'; readonly as: Ending };

/**
 * First active tasks, then new ones in order, and retries at the end.
 *
 * @param only - the spec of a task that an operator names: it is tried once more even if it was deferred for good
 */
export const chooseNext = (state: ListState, only: string | null = null): NextStep => {
  const going = state.tasks.find(({ is }) => is === 'going');
  if (going !== undefined && (only === null || going.spec === only)) return { do: 'work', task: going };
  if (only !== null) {
    const task = state.tasks.find(({ spec }) => spec === only);
    return task === undefined || task.is === 'done' ? end(state) : { do: 'work', task };
  }
  for (const task of state.tasks.filter(isToStart)) {
    const hindered = needsOf(state, task).find(isOver);
    if (hindered !== undefined && task.is === 'waiting')
      return { do: 'wait', task, why: `It waits for ${hindered.name}, which was deferred.` };
    if (needsOf(state, task).every(({ is }) => is === 'done')) return { do: 'work', task };
  }
  const again = state.tasks.filter(({ aside }) => aside?.again === true).sort(byOrder);
  const [task] = again;
  return task === undefined ? end(state) : { do: 'work', task };
};

/** Not started yet; a task that only waited is one of them again when the tasks that it needs are done. */
const isToStart = ({ is, aside }: TaskState): boolean => is === 'waiting' || aside?.status === 'waits';

/** Deferred, and not retried automatically. */
const isOver = ({ is, aside }: TaskState): boolean => is === 'aside' && aside?.again !== true;

const needsOf = ({ tasks }: ListState, { needs }: TaskState): readonly TaskState[] =>
  tasks.filter(({ spec }) => needs.includes(spec));

const byOrder = (a: TaskState, b: TaskState): number => (a.aside?.order ?? 0) - (b.aside?.order ?? 0);

const end = (state: ListState): NextStep => ({ do: 'end', as: endByWorst(state) });

/** Human input takes precedence, then failures: exit code 0 means that everything is done. */
export const endByWorst = ({ tasks }: ListState): Ending => {
  const done = tasks.filter(({ is }) => is === 'done').length;
  const aside = tasks.filter(({ is }) => is !== 'done');
  const has = (...statuses: readonly string[]) =>
    aside.some((task) => statuses.includes(task.aside?.status ?? 'waits'));
  const reasons = aside.map(({ name, aside: put }) => `${name} ${put === null ? 'was not started' : SAYS[put.status]}`);
  const why = [`${done} of ${tasks.length} tasks are done`, ...reasons].join('; ');
  if (aside.length === 0) return { status: 'completed', why };
  if (has('needs_human', 'changed')) return { status: 'needs_human', why };
  if (has('stuck')) return { status: 'stuck', why };
  return { status: has('aborted') ? 'aborted' : 'stuck', why };
};

const SAYS = {
  stuck: 'is stuck',
  needs_human: 'needs human input',
  aborted: 'was aborted',
  changed: 'changed since the list began',
  waits: 'waits for another task',
} as const;
