/** Chooses the next task of a list: pure, so that the result is the same after a crash. */
import type { Ending } from '../../../machines/index.ts';
import { branchWord } from '../../commits/branch.ts';
import { DEFERRED } from './list-record.ts';
import type { ListState, TaskState } from './list-state.ts';

type NextStep =
  /** Its run begins, or resumes if it has one. */
  | { readonly do: 'work'; readonly task: TaskState }
  /** It needs a task that was deferred for good. */
  | { readonly do: 'wait'; readonly task: TaskState; readonly why: string }
  /** Nothing can begin before one of the busy tasks is over. */
  | { readonly do: 'rest' }
  | { readonly do: 'end'; readonly as: Ending };

/**
 * First active tasks, those that wait to be merged before the others; then new ones in order, and retries at the end.
 * @param only - the spec of a task that an operator names: it is tried once more even if it was deferred for good
 * @param busy - specs of the tasks that a worker has
 */
export const chooseNext = (
  state: ListState,
  only: string | null = null,
  busy: ReadonlySet<string> = new Set(),
): NextStep => {
  const words = new Set([...busy].map(branchWord));
  // Two runs at the same time must not want the same name for their branches.
  const free = state.tasks.filter(({ spec, run }) => !busy.has(spec) && (run !== null || !words.has(branchWord(spec))));
  const going = free.filter(({ is }) => is === 'going').toSorted(byReady)[0];
  if (going !== undefined && (only === null || going.spec === only)) return { do: 'work', task: going };
  if (only !== null) {
    const task = free.find(({ spec }) => spec === only);
    return task === undefined || task.is === 'done' ? end(state) : { do: 'work', task };
  }
  for (const task of free.filter(isToStart)) {
    const hindered = needsOf(state, task).find(isOver);
    if (hindered !== undefined && task.is === 'waiting')
      return { do: 'wait', task, why: `It waits for ${hindered.name}, which was deferred.` };
    if (needsOf(state, task).every(({ is }) => is === 'done')) return { do: 'work', task };
  }
  const again = free.filter(({ aside }) => aside?.again === true).sort(byOrder);
  const [task] = again;
  if (task !== undefined) return { do: 'work', task };
  return busy.size > 0 ? { do: 'rest' } : end(state);
};

const byReady = (a: TaskState, b: TaskState): number =>
  (a.ready?.order ?? Infinity) - (b.ready?.order ?? Infinity) || 0;

/** Not started yet; a task that only waited is one of them again when the tasks that it needs are done. */
const isToStart = ({ is, aside }: TaskState): boolean => is === 'waiting' || aside?.status === 'waits';

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
  const reasons = aside.map(
    ({ name, aside: put }) => `${name} ${put === null ? 'was not started' : DEFERRED[put.status]}`,
  );
  const why = [`${done} of ${tasks.length} tasks are done`, ...reasons].join('; ');
  if (aside.length === 0) return { status: 'completed', why };
  if (has('needs_human', 'changed')) return { status: 'needs_human', why };
  if (has('stuck')) return { status: 'stuck', why };
  return { status: has('aborted') ? 'aborted' : 'stuck', why };
};
