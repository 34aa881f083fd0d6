import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseNext } from '../../../src/queue/list/choose-next.ts';
import type { ListRecord, DeferredStatus } from '../../../src/queue/list/list-record.ts';
import { foldList, foldRecord, type ListState } from '../../../src/queue/list/list-state.ts';
import { beginList, deferTask, doTask, record, startTask } from './list-records.ts';

const started = (needs: Readonly<Record<string, readonly string[]>>, attempts = 2): ListRecord =>
  record('list.started', beginList(needs, { attempts }));
const begun = (task: string): ListRecord => record('task.started', startTask(task));
const done = (task: string): ListRecord => record('task.done', doTask(task));
const aside = (task: string, status: DeferredStatus = 'stuck', failures = 1, again = failures < 2): ListRecord =>
  record('task.deferred', deferTask(task, status, { failures, again: again && status === 'stuck' }));
const next = (...records: readonly ListRecord[]): string => describeNext(foldList(records));
const describeNext = (state: ListState, only: string | null = null): string => {
  return nameStep(chooseNext(state, only));
};
const nameStep = (step: ReturnType<typeof chooseNext>): string => {
  if (step.do === 'rest') return 'rest';
  return step.do === 'end' ? `${step.as.status}: ${step.as.why}` : `${step.do} ${step.task.spec}`;
};
const whileBusy = (busy: readonly string[], ...records: readonly ListRecord[]): string =>
  nameStep(chooseNext(foldList(records), null, new Set(busy)));
const AB = started({ a: [], b: ['a'], c: [] });

describe('the next task of a list', () => {
  test('is one that was started and did not end, also after a crash', () => {
    expect(next(AB, begun('a'))).toBe('work a');
    expect(next(AB, begun('a'), done('a'), begun('b'))).toBe('work b');
  });

  test('is the first that waits for nothing; what failed comes at the end, in the order in which it failed', () => {
    expect(next(AB)).toBe('work a');
    expect(next(AB, begun('a'), done('a'))).toBe('work b');
    expect(next(AB, begun('a'), aside('a'))).toBe('work c');
    expect(next(AB, begun('a'), aside('a'), begun('c'), aside('c'))).toBe('work a');
    expect(next(AB, begun('a'), aside('a'), begun('c'), done('c'), begun('a'), done('a'))).toBe('work b');
  });

  test('is not one that needs a task that was deferred for good, until that is done', () => {
    const over = [AB, begun('a'), aside('a', 'needs_human')];
    expect(next(...over)).toBe('wait b');
    expect(next(...over, aside('b', 'waits', 0))).toBe('work c');
    expect(next(...over, aside('b', 'waits', 0), done('a'))).toBe('work b');
  });

  test('is none that another worker has, that needs one of those, or whose branch would have the same name', () => {
    const all = started({ a: [], b: ['a'], c: [], 'x/a': [] });
    expect(whileBusy(['a'], all, begun('a'))).toBe('work c');
    expect(whileBusy(['a', 'c'], all, begun('a'), begun('c'))).toBe('rest');
    expect(whileBusy(['c'], all, begun('a'), begun('c'), done('a'))).toBe('work b');
    expect(whileBusy(['b'], all, begun('a'), done('a'), begun('b'), begun('c'), done('c'))).toBe('work x/a');
    expect(whileBusy([], all, begun('a'), done('a'))).toBe('work b');
  });

  test('is one that waits to be merged before one that works, in the order in which they became ready', () => {
    const all = started({ a: [], b: [], c: [] });
    const ready = (task: string): ListRecord => record('task.ready', doTask(task, { commit: '1', branch: task }));
    const going = [all, begun('a'), begun('b'), begun('c'), ready('c'), ready('b')];
    expect(next(...going)).toBe('work c');
    expect(whileBusy(['c'], ...going)).toBe('work b');
    expect(whileBusy(['c', 'b'], ...going)).toBe('work a');
  });

  test('is the task that an operator names, whatever its status', () => {
    const over = foldList([AB, begun('a'), aside('a', 'stuck', 2)]);
    expect(describeNext(over, 'a')).toBe('work a');
    expect(describeNext(foldList([AB, begun('a'), done('a')]), 'a')).toMatch(/^stuck: /);
  });

  test.each([
    ['completed', [done('a'), done('b'), done('c')]],
    ['stuck', [aside('a', 'stuck', 2), aside('b', 'waits', 0), aside('c', 'aborted')]],
    ['needs_human', [aside('a', 'stuck', 2), aside('b', 'waits', 0), aside('c', 'changed')]],
    ['needs_human', [done('a'), aside('b', 'needs_human'), aside('c', 'aborted')]],
    ['aborted', [done('a'), done('b'), aside('c', 'aborted')]],
  ] as const)('is the end, %s, when nothing is left: what a person has to do counts most', (status, records) => {
    expect(next(AB, ...records)).toMatch(new RegExp(`^${status}: `));
  });

  test('law: whatever happens to tasks, a list ends, each failure is retried as often as it may, and only done tasks complete it', () => {
    const outcome = fc.constantFrom<'done' | DeferredStatus>('done', 'stuck', 'needs_human', 'aborted', 'changed');
    fc.assert(
      fc.property(
        fc.array(outcome, { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (outcomes, attempts) => {
          let state = foldList([started({ a: [], b: ['a'], c: [], d: ['b', 'c'] }, attempts)]);
          let steps = 0;
          for (let step = chooseNext(state); step.do !== 'end'; step = chooseNext(state)) {
            if (step.do === 'rest') throw new Error('no task is busy');
            const { spec, failures } = step.task;
            const became = step.do === 'wait' ? 'waits' : (outcomes[steps] ?? 'done');
            const failed = failures + (became === 'stuck' ? 1 : 0);
            const next = became === 'done' ? done(spec) : aside(spec, became, failed, failed < attempts);
            if (step.do === 'work') state = foldRecord(state, begun(spec));
            expect(
              state.tasks
                .find((task) => task.spec === spec)
                ?.needs.every((need) => state.tasks.find((task) => task.spec === need)?.is === 'done') ||
                became === 'waits',
            ).toBe(true);
            state = foldRecord(state, next);
            steps += 1;
            expect(steps).toBeLessThanOrEqual(4 * attempts);
          }
          const last = chooseNext(state);
          expect(last.do === 'end' && last.as.status === 'completed').toBe(
            state.tasks.every(({ is }) => is === 'done'),
          );
          expect(state.tasks.filter(({ is }) => is === 'waiting' || is === 'going')).toEqual([]);
        },
      ),
    );
  });
});
