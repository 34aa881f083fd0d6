import { describe, expect, test } from 'vitest';
import type { Ending } from '../../../machines/index.ts';
import { describeList } from '../../../src/queue/list/describe-list.ts';
import { foldList } from '../../../src/queue/list/list-state.ts';
import type { ListRecord, DeferredStatus } from '../../../src/queue/list/list-record.ts';
import { seeRuns } from '../../../src/queue/list/read-work-list.ts';

const at = '2026-01-02T03:04:05.678Z';

/** A list that ended: spec → what became of it; `null` when it was not begun. */
const ended = (became: Readonly<Record<string, DeferredStatus | 'done' | null>>, ending: Ending) => {
  const records: ListRecord[] = [
    {
      type: 'list.started',
      at,
      data: {
        list: 'list-1',
        tasks: Object.keys(became).map((spec) => ({ spec, name: spec, needs: [], hash: '' })),
        done_before: [],
        done: 'checkboxes',
        attempts: 1,
        base: null,
        versions: { dualgate: '0', node: '20' },
      },
    },
  ];
  for (const [task, how] of Object.entries(became)) {
    if (how === null) continue;
    const run = `run-${task}`;
    records.push({ type: 'task.started', at, data: { task, run, folder: '/w', resumed: false } });
    if (how === 'done')
      records.push({
        type: 'task.done',
        at,
        data: { task, run, commit: null, branch: null, marked: { how: 'checkboxes', path: task } },
      });
    else
      records.push({
        type: 'task.deferred',
        at,
        data: { task, status: how, why: 'no key', failures: 0, again: false, kept: null },
      });
  }
  records.push({ type: 'list.ended', at, data: { ...ending, exit_code: 0 } });
  return foldList(records);
};
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
