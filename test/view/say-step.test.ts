import { expect, test } from 'vitest';
import { sayStep } from '../../src/view/say-step.ts';
import { aLongRun, anIterationOf, statusOf } from '../page/a-run.ts';

const STEP = { phase: 'GREEN', iteration: 3, of: 10, doing: 'the agent works', ms: 160_000, green_runs: 0 } as const;

test('what happens now is one sentence: the place, the step and its time, the last tests, the green runs', () => {
  const counts = { suite_passing: 2, suite_failing: 0, suite_skipped: 1 };
  expect(sayStep({ ...STEP, counts, green_runs_wanted: 2 })).toBe(
    'GREEN 3 of 10: the agent works for 2 min 40 s; last tests 2 passing, 1 skipped; green runs 0 of 2',
  );
  expect(sayStep({ ...STEP, of: null, counts: null, green_runs_wanted: null })).toBe(
    'GREEN 3: the agent works for 2 min 40 s',
  );
});

test('the step is that of the iteration that is not decided yet, with its green runs on one tree', () => {
  const red = anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 4, word: true });
  const green = anIterationOf({ iteration: 1, minute: 1, passing: 4, failing: 0, word: true });
  const stepAfter = (count: number) => {
    const { phase, iteration, doing, green_runs } = statusOf([...red, ...green.slice(0, count)]).step ?? {};
    return [phase, iteration, doing, green_runs];
  };
  expect([1, 2, 3, 4].map(stepAfter)).toEqual([
    ['GREEN', 1, 'agent', 0],
    ['GREEN', 1, 'tests', 0],
    ['GREEN', 1, 'tests', 1],
    ['GREEN', 1, 'tests', 2],
  ]);
  expect(statusOf(red).step).toBeUndefined();
  expect(statusOf(aLongRun(5)).step).toBeUndefined();
});
