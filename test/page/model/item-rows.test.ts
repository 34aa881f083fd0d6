import { describe, expect, test } from 'vitest';
import { countItems, describeNone, listItemRows } from '../../../src/page/model/task-rows.ts';
import type { PageItem } from '../../../src/page/page-data.ts';
import { showClock } from '../../../src/base/text/amounts.ts';

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
