import { expect, test } from 'vitest';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { lastMeasured } from '../../../src/loop/turn/receive-signal.ts';
import { anIteration, aSignal } from '../../gates/an-iteration.ts';

const [, green] = compileGates({ phases: DEFAULT_PHASES });
const heldBy = (record: IterationRecord) => {
  if (green === undefined) throw new Error('Cannot hold an iteration: there is no second phase.');
  return lastMeasured({ held: { record, decision: decide(green, record) } });
};

test('nothing was measured before the first decision of a phase', () => {
  expect(lastMeasured({ held: null })).toBeNull();
});

test('the unmet part of gate 1 is sent with its values and failing tests, without their output', () => {
  const failing = [
    { file: 'test/a.test.js', name: 'adds', message: 'secret' },
    { file: '', name: 'no\nfile', message: '' },
  ];
  const record = anIteration(
    'GREEN',
    { tests_failing: 1, tests_passing: 9 },
    { failing, iteration: 3, signal: aSignal(null) },
  );
  expect(heldBy(record)).toEqual({
    iteration: 3,
    satisfied: false,
    unmet: ['tests_failing == 0: got 1, expected 0', 'also not met: tests_passing == tests_total'],
    failing: ['test/a.test.js > adds', 'no file'],
  });
});

test('a gate 1 that only the signal was missing for is sent as satisfied', () => {
  expect(heldBy(anIteration('GREEN', {}, { signal: aSignal(false) }))).toEqual({
    iteration: 1,
    satisfied: true,
    unmet: [],
    failing: [],
  });
});

test('it stays short, whatever fails', () => {
  const failing = Array.from({ length: 5_000 }, (_, n) => ({
    file: '',
    name: `${n} ${'x'.repeat(9_000)}`,
    message: '',
  }));
  const reported = heldBy(anIteration('GREEN', { tests_failing: 5_000 }, { failing }));
  expect(reported?.failing.length).toBe(21);
  expect(reported?.failing.at(-1)).toBe('… and 4980 more');
  expect(JSON.stringify(reported).length).toBeLessThan(8_000);
});
