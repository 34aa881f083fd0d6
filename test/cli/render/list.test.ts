import { describe, expect, test } from 'vitest';
import { renderListEvent, renderListStatus, renderTasks } from '../../../src/cli/render/list-lines.ts';
import { createPaint } from '../../../src/cli/render/paint.ts';
import type { ListEvent } from '../../../src/index.ts';
import type { ListStatus, TaskStatus } from '../../../src/queue/list/describe-list.ts';
import type { DeferredStatus } from '../../../src/queue/list/list-record.ts';
import { aTask } from '../../queue/list/list-records.ts';

const head = { v: 4, at: '2026-01-02T03:04:05.678Z', run: 'list-1' } as const;
const ofTask = { task: 'specs/b.md', name: 'B', number: 2, of: 5 } as const;
const lines = (event: ListEvent) => renderListEvent(event, createPaint(false));

describe('the lines of a task list', () => {
  test('name the task that starts, and its attempt', () => {
    const started = { ...head, ...ofTask, type: 'task.started', task_run: 'r', folder: '/w', attempts: 3 } as const;
    expect(lines({ ...started, resumed: false, attempt: 1 })).toEqual(['', 'task 2 of 5: B']);
    expect(lines({ ...started, resumed: true, attempt: 2 })).toEqual(['', 'task 2 of 5: B, attempt 2 of 3, resumed']);
  });

  test('say why a task is deferred, whether it is tried again, and where its work is', () => {
    const aside = { ...head, ...ofTask, type: 'task.deferred', failures: 1, attempts: 3 } as const;
    expect(lines({ ...aside, status: 'stuck', why: 'x\u001B[2J', again: true, kept: 'refs/dualgate/r/1' })).toEqual([
      '✗ task 2 of 5 is deferred: B is stuck (attempt 1 of 3; dualgate tries it again at the end)',
      '  x',
      '  its unfinished work is in git as refs/dualgate/r/1',
    ]);
    expect(lines({ ...aside, status: 'needs_human', why: 'no key', again: false, kept: null })).toEqual([
      '✗ task 2 of 5 is deferred: B needs human input',
      '  no key',
    ]);
  });

  test('name merges: that one begins, that a branch was refused, and where a task was merged', () => {
    const merging = { ...head, ...ofTask, branch: 'dualgate/b' } as const;
    expect(lines({ ...merging, type: 'task.merging', commit: 'c', into: 'main' })).toEqual([
      'merging task 2 of 5, dualgate/b, into main: B',
    ]);
    const why = 'it conflicts with main in a.js';
    expect(lines({ ...merging, type: 'task.reopened', task_run: 'r', why, refusals: 1, attempts: 3 })).toEqual([
      'task 2 of 5 begins again (1 of 3): B',
      `  dualgate/b could not be merged: ${why}`,
    ]);
    const marked = { how: 'checkboxes', path: 'specs/b.md' } as const;
    const merged = { commit: 'm', into: 'main' };
    expect(lines({ ...merging, type: 'task.done', task_run: 'r', commit: 'c', marked, merged })).toEqual([
      '✓ task 2 of 5 is done on dualgate/b, merged into main: B',
    ]);
    expect(lines({ ...head, type: 'list.started', tasks: [], done_before: [], resumed: false, workers: 4 })).toEqual([
      'list list-1: 0 tasks, 4 at the same time',
    ]);
  });

  test('name tasks that are done, a file that was not marked, and the end', () => {
    const done = { ...head, ...ofTask, type: 'task.done', task_run: 'r', branch: 'dualgate/b', commit: 'c' } as const;
    expect(lines({ ...done, marked: { how: null, path: 'specs/b.md', why: 'it is a link' } })).toEqual([
      '✓ task 2 of 5 is done on dualgate/b: B',
      '  its file was not marked: it is a link',
    ]);
    expect(
      lines({ ...head, type: 'list.ended', status: 'needs_human', why: 'b needs human input', exit_code: 4 }),
    ).toEqual(['', '✗ list needs human input: b needs human input']);
    expect(lines({ ...head, type: 'list.started', tasks: [], done_before: ['a.md'], resumed: false })).toEqual([
      'list list-1: 0 tasks',
      'already done: a.md',
    ]);
  });
});

const aList = (tasks: readonly TaskStatus[], ending: ListStatus['ending'] = null): ListStatus => ({
  v: 1,
  list: 'list-1',
  tasks,
  done_before: [],
  attempts: 3,
  ending,
});

describe('the status of a task list', () => {
  test('shows done, active, deferred and waiting tasks, and the next commands', () => {
    const tasks = [
      aTask('a.md', { is: 'done', branch: 'dualgate/a', unmarked: 'it is a link' }),
      aTask('b', {
        is: 'aside',
        kept: 'refs/x',
        failures: 1,
        aside: { status: 'stuck', why: 'no progress', again: true },
      }),
      aTask('c', { is: 'going', run: 'r-3' }),
      aTask('d', { needs: ['c'] }),
    ];
    expect(renderListStatus(aList(tasks), true).split('\n')).toEqual([
      'list list-1: active, 1 of 4 tasks done',
      '  ✓ 1 a.md  on dualgate/a',
      '      its file was not marked: it is a link',
      '  ✗ 2 b  is stuck, attempt 1 of 3; dualgate tries it again',
      '      no progress',
      '      its unfinished work: refs/x',
      '  ▶ 3 c  run r-3',
      '  · 4 d  needs c',
      '',
    ]);
    const merges = [
      aTask('a.md', { is: 'done', branch: 'dualgate/a', merged: { commit: 'm', into: 'main' } }),
      aTask('b', { is: 'going', run: 'r-2', ready: true }),
    ];
    expect(renderListStatus(aList(merges), true).split('\n').slice(1, 3)).toEqual([
      '  ✓ 1 a.md  on dualgate/a, merged into main',
      '  ▶ 2 b  run r-2, waits to be merged',
    ]);
    expect(renderListStatus(aList(tasks), true, true).split('\n')[6]).toBe('  ▶ 3 c  starting: run r-3');
    expect(renderListStatus(aList(tasks), false).split('\n').slice(-5)).toEqual([
      'Next:',
      '  dualgate resume TASK         resume a deferred task when its cause is fixed',
      '  dualgate run                 resume the list',
      '  dualgate run --new           start another list, with the files as they are',
      '',
    ]);
  });

  test('suggests run and resume only where they do something', () => {
    const put = (name: string, status: DeferredStatus, needs: readonly string[] = []) =>
      aTask(name, { needs, is: 'aside', aside: { status, why: 'x', again: false } });
    const ending = { status: 'needs_human', why: 'x' } as const;
    const advice = (...tasks: readonly TaskStatus[]) =>
      [...renderListStatus(aList(tasks, ending), false).matchAll(/^ {2}dualgate (.*?) {2}/gm)].map(([, what]) => what);
    expect(advice(put('a', 'needs_human'), put('b', 'waits', ['a']), put('c', 'waits', ['b']))).toEqual([
      'resume TASK',
      'run --new',
    ]);
    expect(advice(aTask('a', { is: 'done' }), put('b', 'waits', ['a']))).toEqual(['run', 'run --new']);
    expect(advice(put('a', 'aborted'), aTask('b', { is: 'done' }))).toEqual(['run --new']);
    expect(advice(put('a', 'aborted'), aTask('b', { is: 'going' }))).toEqual(['run', 'run --new']);
  });

  test('suggests nothing when everything is done', () => {
    const ending = { status: 'completed', why: '1 of 1 tasks are done' } as const;
    expect(renderListStatus(aList([aTask('a.md', { is: 'done' })], ending), false)).toBe(
      'list list-1: completed, 1 of 1 tasks done\n  ✓ 1 a.md\n',
    );
  });

  test('shows the plan in order, with dependencies and tasks that are done already', () => {
    const tasks = [
      { spec: 'a.md', name: 'a.md', needs: [], hash: '' },
      { spec: 'b.md', name: 'B', needs: ['a.md'], hash: '' },
    ];
    expect(renderTasks({ tasks, doneBefore: [{ spec: 'c.md', hash: '', commit: null }] })).toBe(
      '2 tasks, in this order:\n  1 a.md\n  2 B  (b.md)  needs a.md\nalready done: c.md\n',
    );
  });
});
