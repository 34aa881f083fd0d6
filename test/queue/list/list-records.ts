/** Records of a list without work, and tasks as its status shows them: each with what a test does not say. */
import type { TaskStatus } from '../../../src/queue/list/describe-list.ts';
import type { DeferredStatus, ListData, ListRecord } from '../../../src/queue/list/list-record.ts';

export const AT = '2026-01-02T03:04:05.678Z';

/** @param needs - spec → what it needs */
export const beginList = (
  needs: Readonly<Record<string, readonly string[]>>,
  more: Partial<ListData['list.started']> = {},
): ListData['list.started'] => ({
  list: 'list-1',
  tasks: Object.entries(needs).map(([spec, its]) => ({ spec, name: spec, needs: its, hash: '' })),
  done_before: [],
  done: 'checkboxes',
  attempts: 1,
  base: null,
  versions: { dualgate: '0', node: '0' },
  ...more,
});

export const doTask = (task: string, more: Partial<ListData['task.done']> = {}): ListData['task.done'] => ({
  task,
  run: `run-${task}`,
  commit: null,
  branch: null,
  marked: { how: 'checkboxes', path: task },
  ...more,
});

export const deferTask = (
  task: string,
  status: DeferredStatus,
  more: Partial<ListData['task.deferred']> = {},
): ListData['task.deferred'] => ({ task, status, why: 'x', failures: 0, again: false, kept: null, ...more });

export const startTask = (task: string): ListData['task.started'] => ({
  task,
  run: `run-${task}`,
  folder: '/w',
  resumed: false,
});

export const record = <T extends keyof ListData>(type: T, data: ListData[T]): ListRecord =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type names its data
  ({ type, at: AT, data }) as ListRecord;

/** Not begun. */
export const aTask = (name: string, more: Partial<TaskStatus> = {}): TaskStatus => ({
  task: name,
  name,
  needs: [],
  is: 'waiting',
  run: null,
  folder: null,
  failures: 0,
  aside: null,
  kept: null,
  branch: null,
  commit: null,
  unmarked: null,
  ...more,
});
