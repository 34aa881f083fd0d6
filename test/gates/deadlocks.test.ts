import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continueRow, countDeadlocks, DEADLOCK_AFTER } from '../../gates/deadlocks.ts';
import type { IterationRecord, Nearest } from '../../gates/iteration.ts';
import { aSignal } from './an-iteration.ts';

interface Step {
  readonly failing?: string | null;
  readonly nearest?: Nearest;
  readonly outcome?: IterationRecord['turn']['outcome'];
  readonly says?: boolean | null;
}

/** The count of premature signals after each iteration, gate 1 never being satisfied. */
const premature = (steps: readonly Step[]): readonly number[] => {
  const counts: number[] = [];
  let before: Parameters<typeof continueRow>[0] = null;
  for (const { failing = null, nearest = {}, outcome = 'ok', says = true } of steps) {
    const row = continueRow(before, { failing, nearest });
    const turn = { outcome, exit_code: 0, ms: 1 };
    const signal = aSignal(outcome === 'ok' ? says : null);
    const deadlocks = countDeadlocks(
      { signal, turn, ...row },
      {
        gate_1: { satisfied: false, unmet: [] },
        gate_2: { satisfied: signal.value === true, unmet: [] },
      },
    );
    counts.push(deadlocks.premature);
    before = { deadlocks, failing, nearest: row.nearest };
  }
  return counts;
};

const plans = (...remaining: readonly number[]): readonly Step[] =>
  remaining.map((each) => ({ nearest: { 'plans_remaining == 0': each } }));

describe('a row of premature signals over tests none of which fails', () => {
  test('begins again with each step towards the bound', () => {
    expect(premature(plans(5, 4, 3, 2, 1))).toEqual([1, 1, 1, 1, 1]);
  });

  test('counts on while nothing moves', () => {
    expect(premature(plans(5, 5, 5))).toEqual([1, 2, 3]);
  });

  test('counts on when the value goes back and forth, or away from its bound', () => {
    expect(premature(plans(3, 2, 3, 2))).toEqual([1, 1, 2, 3]);
    expect(premature(plans(3, 4, 5))).toEqual([1, 2, 3]);
  });

  test('counts on when two values take turns', () => {
    const step = (a: number, b: number): Step => ({ nearest: { a, b } });
    expect(premature([step(1, 0), step(0, 1), step(1, 0), step(0, 1)])).toEqual([1, 1, 2, 3]);
  });

  test('counts on when a value is measured now and then only', () => {
    const none: Step = { nearest: {} };
    expect(premature([...plans(3), none, ...plans(3)])).toEqual([1, 2, 3]);
    expect(premature([none, ...plans(3, 3)])).toEqual([1, 2, 3]);
  });

  test('remembers values from before a turn that failed', () => {
    const [three, two] = plans(3, 2);
    expect(premature([{ ...three }, { ...two }, { ...three, outcome: 'timed_out' }, { ...two }])).toEqual([1, 1, 1, 2]);
  });

  test('cannot be made longer than all distances together, whatever is done', () => {
    const value = fc.nat({ max: 4 });
    fc.assert(
      fc.property(value, value, fc.array(fc.tuple(value, value), { minLength: 40, maxLength: 40 }), (a, b, later) => {
        const steps = [[a, b] as const, ...later].map(([x, y]): Step => ({ nearest: { x, y } }));
        const halted = premature(steps).findIndex((count) => count >= DEADLOCK_AFTER) + 1;
        expect(halted).toBeGreaterThan(0);
        expect(halted).toBeLessThanOrEqual(DEADLOCK_AFTER + (a + b) * (DEADLOCK_AFTER - 1));
      }),
    );
  });
});

describe('a row of premature signals over failing tests', () => {
  test('begins again with another set of them, and not with values that move', () => {
    const red = (failing: string, remaining: number): Step => ({ failing, nearest: { a: remaining } });
    expect(premature([red('x', 3), red('x', 2), red('y', 2), red('y', 1), red('y', 0)])).toEqual([1, 2, 1, 2, 3]);
  });

  test('keeps no distances, so that its record is as it was before', () => {
    expect(continueRow(null, { failing: 'x', nearest: { a: 1 } })).toEqual({
      deadlocks: { premature: 0, silent: 0 },
    });
  });
});

test('a row of an older ledger, which knows no distances, counts on', () => {
  const before = { failing: null, deadlocks: { premature: 2, silent: 0 } };
  expect(continueRow(before, { failing: null, nearest: { a: 1 } })).toEqual({
    deadlocks: { premature: 2, silent: 0 },
    nearest: { a: 1 },
  });
});

test('an explicit no ends a row: the next one starts at 0', () => {
  expect(premature([...plans(2), { ...plans(3)[0], says: false }, ...plans(3, 2, 2)])).toEqual([1, 0, 1, 1, 2]);
});

test('an agent that says nothing at all is silent; a turn that failed is neither', () => {
  const after = (outcome: IterationRecord['turn']['outcome']) =>
    countDeadlocks(
      { signal: aSignal(null), turn: { outcome, exit_code: 0, ms: 1 }, deadlocks: { premature: 1, silent: 1 } },
      { gate_1: { satisfied: true, unmet: [] }, gate_2: { satisfied: false, unmet: [] } },
    );
  expect([after('ok'), after('empty'), after('timed_out')]).toEqual([
    { premature: 0, silent: 2 },
    { premature: 0, silent: 2 },
    { premature: 1, silent: 1 },
  ]);
});
