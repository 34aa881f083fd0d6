/**
 * What comes next of a list: pure, so that it is the same after a crash.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { ListState, TaskState } from './list-state.ts';

type NextStep =
  /** Its run begins, or goes on where it has one. */
  | { readonly do: 'work'; readonly task: TaskState }
  /** It needs what was put aside for good. */
  | { readonly do: 'wait'; readonly task: TaskState; readonly why: string }
  | { readonly do: 'settle'; readonly as: Settlement };

/**
 * First what was begun, then what was not yet, in order, and what is tried again at the end.
 *
 * @param only - the spec of a task that an operator names: it is tried once more even where it was put aside for good
 */
export const chooseNext = (state: ListState, only: string | null = null): NextStep => {
  const going = state.tasks.find(({ is }) => is === 'going');
  if (going !== undefined && (only === null || going.spec === only)) return { do: 'work', task: going };
  if (only !== null) {
    const task = state.tasks.find(({ spec }) => spec === only);
    return task === undefined || task.is === 'done' ? settle(state) : { do: 'work', task };
  }
  for (const task of state.tasks.filter(isToBegin)) {
    const hindered = needsOf(state, task).find(isOver);
    if (hindered !== undefined && task.is === 'waiting')
      return { do: 'wait', task, why: `It waits for ${hindered.name}, which was put aside.` };
    if (needsOf(state, task).every(({ is }) => is === 'done')) return { do: 'work', task };
  }
  const again = state.tasks.filter(({ aside }) => aside?.again === true).sort(byOrder);
  const [task] = again;
  return task === undefined ? settle(state) : { do: 'work', task };
};

/** Not begun yet; what only waited is one of them again when what it needs is done. */
const isToBegin = ({ is, aside }: TaskState): boolean => is === 'waiting' || aside?.status === 'waits';

/** Put aside, and not tried again by itself. */
const isOver = ({ is, aside }: TaskState): boolean => is === 'aside' && aside?.again !== true;

const needsOf = ({ tasks }: ListState, { needs }: TaskState): readonly TaskState[] =>
  tasks.filter(({ spec }) => needs.includes(spec));

const byOrder = (a: TaskState, b: TaskState): number => (a.aside?.order ?? 0) - (b.aside?.order ?? 0);

const settle = (state: ListState): NextStep => ({ do: 'settle', as: settleByWorst(state) });

/** What a person has to do counts most, then what failed: an exit code of 0 is for a list of which everything is done. */
export const settleByWorst = ({ tasks }: ListState): Settlement => {
  const done = tasks.filter(({ is }) => is === 'done').length;
  const aside = tasks.filter(({ is }) => is !== 'done');
  const has = (...statuses: readonly string[]) =>
    aside.some((task) => statuses.includes(task.aside?.status ?? 'waits'));
  const told = aside.map(({ name, aside: put }) => `${name} ${put === null ? 'was not begun' : SAYS[put.status]}`);
  const why = [`${done} of ${tasks.length} tasks are done`, ...told].join('; ');
  if (aside.length === 0) return { status: 'completed', why };
  if (has('needs_human', 'changed')) return { status: 'needs_human', why };
  if (has('stuck')) return { status: 'stuck', why };
  return { status: has('aborted') ? 'aborted' : 'stuck', why };
};

const SAYS = {
  stuck: 'is stuck',
  needs_human: 'needs a person',
  aborted: 'was aborted',
  changed: 'is not what it was when the list began',
  waits: 'waits for another',
} as const;
