import { describe, expect, test } from 'vitest';
import {
  countItems,
  describeNone,
  listItemRows,
  describeRest,
  findRest,
  countTasks,
  listTaskRows,
  worstRun,
} from '../../../src/page/model/task-rows.ts';
import type { PageItem, PageRecord, PageTask } from '../../../src/page/page-data.ts';
import { showClock } from '../../../src/base/text/amounts.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { foldLive, type Live } from '../../../src/view/live.ts';
import { viewRun } from '../../../src/page/model/run-view.ts';
import { anIterationOf, at, HEAD, reportedOf } from '../a-run.ts';
import { A_LIST, aTask } from '../a-task-list.ts';

describe('task rows', () => {
  const say = (task: Partial<PageTask>, status: 'running' | 'stuck' = 'stuck') =>
    listTaskRows({ ...A_LIST, status, tasks: [aTask('specs/a.md', task)] }).map(
      ({ shown, lines }) =>
        `${shown.sign} ${shown.word}${lines.map(({ label, text }) => `; ${label}${label === '' ? '' : ' '}${text}`).join('')}`,
    )[0];
  const aside = (status: NonNullable<PageTask['aside']>['status'], again = false): Partial<PageTask> => ({
    is: 'aside',
    run: 'r',
    aside: { status, why: 'why', again },
  });

  describe('the tasks of a list on the page', () => {
    test('each say in a sign and a word what became of them, and below it what a person has to know', () => {
      expect([
        say({}),
        say({ needs: ['specs/b.md', 'specs/c.md'] }),
        say({ is: 'going', run: 'r' }, 'running'),
        say({ is: 'going', run: 'r' }),
        say({ is: 'done', run: 'r', branch: 'dualgate/a', needs: ['specs/b.md'] }),
        say({ is: 'done', run: 'r', branch: 'dualgate/a', merged: { into: 'main', commit: '0123456789abcdef' } }),
        say({ is: 'done', run: 'r', forced: true, unmarked: 'it is gone' }),
        say({ ...aside('stuck'), kept: 'refs/a', resume: 'dualgate resume specs/a.md' }),
        say(aside('stuck', true)),
        say(aside('needs_human')),
        say(aside('aborted')),
        say(aside('changed')),
        say({ ...aside('waits'), needs: ['specs/b.md'] }),
        say({ name: 'A', is: 'done', run: 'r' }),
      ]).toEqual([
        '○ not started',
        '○ not started; needs specs/b.md, specs/c.md',
        '● active',
        '‖ started, not ended',
        '✓ done; on dualgate/a',
        '✓ done; on dualgate/a; merged into main as 0123456789ab',
        '» done, forced exit; its file was not marked: it is gone',
        '✗ stuck; why; its unfinished work: refs/a; next: dualgate resume specs/a.md',
        '✗ stuck, will be tried again; why',
        '! needs human input; why',
        '✗ aborted; why',
        '! spec changed; why',
        '‖ waiting for another task; why',
        '✓ done; specs/a.md',
      ]);
    });

    test('are counted: done, waiting for a person, and active', () => {
      expect(countTasks(A_LIST)).toBe('1 of 4 done · 2 need you');
      const tasks = [
        aTask('a', { is: 'done' }),
        aTask('b', { is: 'going', run: 'r' }),
        aTask('c', aside('waits')),
        aTask('d', aside('stuck')),
      ];
      expect(countTasks({ ...A_LIST, status: 'running', tasks })).toBe('1 of 4 done · 1 needs you · 1 running');
    });

    test('come first where they wait for a person, and the first of these is selected', () => {
      expect(listTaskRows(A_LIST).map(({ task }) => task)).toEqual([
        'specs/long.md',
        'specs/login.md',
        'specs/export.md',
        'specs/done.md',
      ]);
      expect(worstRun(A_LIST)).toBe('run-1');
    });
  });
});

describe('item rows', () => {
  const UNTIL = '2026-01-13T10:00:00.000Z';

  const anItem = (more: Partial<PageItem> = {}): PageItem => ({
    item: 'login',
    title: null,
    phase: 'IMPLEMENTATION',
    holder: null,
    blocked: null,
    run: null,
    branch: null,
    ...more,
  });

  const say = (more: Partial<PageItem>) =>
    listItemRows({ items: [anItem(more)], total: 1, problem: null }).map(
      ({ shown, lines }) =>
        `${shown.sign} ${shown.word}${lines.map(({ label, text }) => `; ${label}${label === '' ? '' : ' '}${text}`).join('')}`,
    )[0];

  describe('the work items on the page', () => {
    test('each have a phase of spec 003, who holds the lease until when, the run and its branch, and the way out', () => {
      expect([
        say({ phase: 'DRAFT' }),
        say({ title: 'People log in' }),
        say({ holder: { session: 'ann-1', turn: 1, until: UNTIL }, run: 'run-1' }),
        say({ phase: 'CI_PENDING', run: 'run-1', branch: 'dualgate/login' }),
        say({ phase: 'BLOCKED', blocked: { in: 'REVIEW', reason: 'no key' } }),
        say({ phase: 'COMPLETED', run: 'run-1' }),
      ]).toEqual([
        '○ DRAFT; free',
        '○ IMPLEMENTATION; People log in; free',
        `● IMPLEMENTATION; held by ann-1, until ${showClock(UNTIL)}; run run-1`,
        '○ CI_PENDING; free; run run-1; on dualgate/login',
        '! BLOCKED; blocked in REVIEW: no key; next: dualgate work unblock login -m "why"',
        '✓ COMPLETED; run run-1',
      ]);
    });

    test('are counted, and a page without one says how to add one, or why it cannot know', () => {
      const items = [anItem(), anItem({ item: 'docs', phase: 'COMPLETED' })];
      expect([
        countItems({ items, total: 2, problem: null }),
        countItems({ items, total: 300, problem: null }),
        countItems({ items: [], total: 0, problem: null }),
        describeNone({ items, total: 2, problem: null }),
        describeNone({ items: [], total: 0, problem: null }),
        describeNone({ items: [], total: 0, problem: 'Cannot use the ledger' }),
      ]).toEqual([
        '1 of 2 completed',
        '2 of 300 shown; dualgate work list shows all',
        '',
        '',
        'There is no work item. Add one with dualgate work add ITEM --spec FILE.',
        'Cannot use the ledger',
      ]);
    });
  });
});

const HELD = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 2, word: true });
const NOW = Date.parse(at(2));
const breaker = (to: 'OPEN' | 'HALF_OPEN'): PageRecord =>
  ({
    type: 'breaker.changed',
    at: at(2),
    data: {
      phase: 'GREEN',
      from: 'CLOSED',
      to,
      why: 'no progress',
      open_until: at(7),
      exhausted: false,
      no_progress: 3,
      same_error: 0,
      failed_turns: 0,
    },
  }) as unknown as PageRecord;
const restOf = (records: readonly PageRecord[], { going = true, events = [] as readonly RunEvent[], now = NOW } = {}) =>
  findRest(viewRun({ ...HEAD, going }, reportedOf(records)), events.reduce<Live | null>(foldLive, null), now);
const waiting = (reason: 'breaker' | 'provider'): RunEvent => ({
  v: 4,
  at: at(2),
  run: 'long-run',
  type: 'waiting',
  phase: 'GREEN',
  iteration: 2,
  attempt: 1,
  for: reason,
  until: at(7),
  why: 'no progress',
});

describe('what an active run waits for', () => {
  test('is the cooldown of its breaker, by its records or by its events, with the remaining time', () => {
    const rest = { for: 'breaker', until: at(7), why: 'no progress' };
    expect(restOf([...HELD, breaker('OPEN')])).toEqual(rest);
    expect(restOf(HELD, { events: [waiting('breaker')] })).toEqual(rest);
    expect(describeRest({ ...rest, for: 'breaker' }, NOW)).toMatch(/^until \d\d:\d7:00, 5 min 0 s remaining$/);
  });

  test('is a limit of the provider, or a person', () => {
    const limit: PageRecord = {
      type: 'turn.discarded',
      at: at(2),
      data: { phase: 'GREEN', iteration: 2, attempt: 1, outcome: 'rate_limited', why: 'limit', wait_until: at(9) },
    };
    expect(restOf([...HELD, limit])).toEqual({ for: 'provider', until: at(9), why: 'limit' });
    expect(restOf(HELD, { events: [waiting('provider')] })?.for).toBe('provider');
    const halted: PageRecord = {
      type: 'chart.halted',
      at: at(2),
      data: { phase: 'GREEN', why: 'blocked', status: 'needs_human' },
    };
    expect(restOf([...HELD, breaker('OPEN'), halted])).toEqual({ for: 'person', until: null, why: 'blocked' });
  });

  test('is nothing while it works, when the time is over, and of a run that is not active', () => {
    expect(restOf(HELD)).toBeNull();
    expect(restOf([...HELD, breaker('OPEN')], { now: Date.parse(at(8)) })).toBeNull();
    expect(restOf([...HELD, breaker('OPEN'), breaker('HALF_OPEN')])).toBeNull();
    expect(restOf([...HELD, breaker('OPEN')], { going: false })).toBeNull();
  });
});
