import { describe, expect, test } from 'vitest';
import { renderFleet } from '../../../src/cli/fleet/show-fleet.ts';
import type { ItemRow } from '../../../src/restate/work.ts';

const ROW: ItemRow = {
  item: 'one',
  status: 'open',
  why: null,
  phase: 'GREEN',
  iteration: 2,
  run: 'run-1',
  folder: '/checkouts/one',
  holder: 'host-7-ab',
  turn: 3,
  waits_until: null,
  at: '2026-01-13T10:30:00.000Z',
};

describe('the status of a fleet', () => {
  test('has a line for each item, and the next command for a halted one', () => {
    const stuck: ItemRow = { ...ROW, item: 'two', status: 'stuck', why: 'No progress\u001B[2J', holder: null, turn: 1 };
    const waits: ItemRow = { ...ROW, item: 'six', holder: null, waits_until: '2026-01-13T11:00:00.000Z' };
    const done: ItemRow = { ...ROW, item: 'ten', status: 'completed', phase: null, holder: null, folder: null };
    expect(renderFleet([ROW, stuck, waits, done]).split('\n')).toEqual([
      '4 items: 2 open, 1 halted, 1 ended',
      '  one  open  GREEN, iteration 2  host-7-ab (turn 3)  /checkouts/one',
      '  two  stuck  GREEN, iteration 2: No progress  /checkouts/one',
      '  six  open  GREEN, iteration 2  waits until 2026-01-13T11:00:00.000Z  /checkouts/one',
      '  ten  completed',
      'Continue a halted item with dualgate submit --again ITEM.',
    ]);
  });

  test('without items names the command that adds them', () => {
    expect(renderFleet([])).toBe('The fleet has no items. Submit work with dualgate submit.');
  });
});
