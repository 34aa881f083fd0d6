import { describe, expect, test } from 'vitest';
import type { Ending } from '../../../machines/index.ts';
import { describeList } from '../../../src/queue/list/describe-list.ts';
import { foldList } from '../../../src/queue/list/list-state.ts';
import type { DeferredStatus } from '../../../src/queue/list/list-record.ts';
import { seeRuns } from '../../../src/queue/list/read-work-list.ts';
import { beginList, deferTask, doTask, record, startTask } from './list-records.ts';

/** A list that ended: spec → what became of it; `null` when it was not begun. */
const ended = (became: Readonly<Record<string, DeferredStatus | 'done' | null>>, ending: Ending) =>
  foldList([
    record('list.started', beginList(Object.fromEntries(Object.keys(became).map((spec) => [spec, []])))),
    ...Object.entries(became).flatMap(([task, how]) => {
      if (how === null) return [];
      const end = how === 'done' ? record('task.done', doTask(task)) : record('task.deferred', deferTask(task, how));
      return [record('task.started', startTask(task)), end];
    }),
    record('list.ended', { ...ending, exit_code: 0 }),
  ]);
const now = (state: ReturnType<typeof ended>, ends: Readonly<Record<string, Ending>> = {}) => {
  const { tasks, ending } = describeList(seeRuns(state, new Map(Object.entries(ends))));
  return [ending?.status, ...tasks.map(({ is, aside }) => aside?.status ?? is)];
};
const NEEDS: Ending = { status: 'needs_human', why: 'b needs a person' };
const ABORTED: Ending = { status: 'aborted', why: 'Aborted by Ann: not needed' };
const COMPLETED: Ending = { status: 'completed', why: 'Every phase was left' };

describe('the current status of a list', () => {
  test('is how it ended while nobody ended the run of a deferred task', () => {
    const state = ended({ a: 'done', b: 'needs_human' }, NEEDS);
    expect(now(state)).toEqual(['needs_human', 'done', 'needs_human']);
    expect(now(state, { b: NEEDS })).toEqual(['needs_human', 'done', 'needs_human']);
  });

  test('includes a run that an operator aborted since, with the reason', () => {
    const state = ended({ a: 'done', b: 'needs_human' }, NEEDS);
    expect(now(state, { b: ABORTED })).toEqual(['aborted', 'done', 'aborted']);
    expect(seeRuns(state, new Map([['b', ABORTED]])).tasks[1]?.aside?.why).toBe(ABORTED.why);
  });

  test('continues with a task whose run ended since: its file is not marked yet', () => {
    const state = ended({ a: 'done', b: 'needs_human' }, NEEDS);
    expect(now(state, { b: COMPLETED })).toEqual(['paused', 'done', 'going']);
  });

  test('is the worst of all its tasks, whatever the last command said about its one task', () => {
    expect(now(ended({ a: 'aborted', b: 'needs_human' }, ABORTED))).toEqual(['needs_human', 'aborted', 'needs_human']);
    const paused = { status: 'paused', why: 'a is done' } as const;
    expect(now(ended({ a: 'done', b: 'stuck' }, paused))).toEqual(['stuck', 'done', 'stuck']);
  });

  test('stays interrupted, paused, or a run that could not begin, while tasks are left to begin', () => {
    for (const status of ['interrupted', 'paused', 'needs_human'] as const)
      expect(now(ended({ a: 'needs_human', b: null }, { status, why: 'x' }))[0]).toBe(status);
    const interrupted = { status: 'interrupted', why: 'x' } as const;
    expect(now(ended({ a: 'needs_human', b: null }, interrupted), { a: ABORTED })[0]).toBe('interrupted');
  });
});
