import { expect, test } from 'vitest';
import { addRuns, createSuiteTally } from '../../src/records/suite-runs.ts';

test('runs of one purpose and extent are one sum', () => {
  const before = [{ for: 'tests', runs: 2, ms: 30 }] as const;
  expect(
    addRuns(before, [
      { for: 'tests', part: true, runs: 1, ms: 5 },
      { for: 'tests', runs: 1, ms: 10 },
    ]),
  ).toEqual([
    { for: 'tests', runs: 3, ms: 40 },
    { for: 'tests', part: true, runs: 1, ms: 5 },
  ]);
});

test('a tally hands on each run once', () => {
  const tally = createSuiteTally();
  tally.add('baseline', { ms: 10, isPart: false });
  tally.add('baseline', { ms: 20, isPart: false });
  expect(tally.take()).toEqual({ suite_runs: [{ for: 'baseline', runs: 2, ms: 30 }] });
  expect(tally.take()).toEqual({});
});
