import { expect, test } from 'vitest';
import { CLEAN_MEASUREMENT, compileGates, createIteration, decide, DEFAULT_PHASES } from '../../gates/index.ts';

const [red] = compileGates({ phases: DEFAULT_PHASES });
const measured = { criteria_count: 2, tests_total: 2, tests_failing: 2, tests_passing: 0 };
const decided = (metrics: Parameters<typeof createIteration>[0]['metrics'], exit_signal: boolean | null = true) => {
  if (red === undefined) throw new Error('no RED');
  return decide(red, createIteration({ phase: 'RED', iteration: 3, metrics, exit_signal })).can_exit;
};

test('an iteration of an embedder satisfies a gate like one of the loop', () => {
  expect(decided({ ...CLEAN_MEASUREMENT, ...measured })).toBe(true);
});

test('a measurement without a guarantee satisfies nothing', () => expect(decided(measured)).toBe(false));

test.each([false, null])('the signal %s satisfies nothing', (word) =>
  expect(decided({ ...CLEAN_MEASUREMENT, ...measured }, word)).toBe(false),
);

test('is frozen through and through, and carries its position as a metric', () => {
  const record = createIteration({ phase: 'RED', iteration: 3, metrics: measured, exit_signal: true });
  expect(record.metrics.iteration).toBe(3);
  for (const part of [record, record.metrics, record.signal, record.turn, record.tree, record.findings])
    expect(Object.isFrozen(part)).toBe(true);
});

test.each([
  ['exit_signal', 'true', 'exit_signal is missing or has another type. Give true, false, or null'],
  ['exit_signal', 1, 'exit_signal is missing'],
  ['exit_signal', undefined, 'exit_signal is missing'],
  ['metrics', undefined, 'metrics is missing or has another type. Give an object of numbers and booleans.'],
  ['iteration', 0, 'iteration is missing or has another type. Give its number in the phase, from 1.'],
  ['phase', undefined, 'phase is missing or has another type. Give the name of the phase.'],
])('refuses a %s that is %j', (field, value, message) => {
  const given = { phase: 'RED', iteration: 1, metrics: measured, exit_signal: true, [field]: value } as const;
  expect(() => createIteration(given as Parameters<typeof createIteration>[0])).toThrow(
    expect.objectContaining({ name: 'IterationError', code: 'E_ITERATION', message: expect.stringContaining(message) }),
  );
});
