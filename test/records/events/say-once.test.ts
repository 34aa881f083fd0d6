import { expect, test } from 'vitest';
import { createSayOnce } from '../../../src/records/events/events.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';

const held = (iteration: number, run = 'r', clause = 'a == 0'): RunEvent => ({
  v: 4,
  at: '2026-01-02T03:04:05.000Z',
  run,
  type: 'phase.held',
  phase: 'GREEN',
  iteration,
  reason: 'Neither gate is satisfied',
  findings: [],
  failing: [],
  failing_count: 0,
  unmet: [clause],
});

test('a hold for the same reasons is one line that names the first of them, in each run for itself', () => {
  const sayOnce = createSayOnce();
  const lines = (event: RunEvent) => sayOnce(event).map(({ text }) => text);
  expect(lines(held(1))).toEqual(['held: Neither gate is satisfied', '- a == 0']);
  expect([lines(held(2)), lines(held(3))]).toEqual([
    ['held: same reasons as GREEN 1'],
    ['held: same reasons as GREEN 1'],
  ]);
  expect(lines(held(1, 'other'))).toHaveLength(2);
  expect(lines(held(4, 'r', 'b == 0'))).toEqual(['held: Neither gate is satisfied', '- b == 0']);
});
