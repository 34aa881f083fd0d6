import { expect, test } from 'vitest';
import { asWorkRecord } from '../../../src/records/catalogue/records.ts';

const COUNTS = { tests_passing: 1, tests_failing: 2, tests_skipped: 3 };
const SUITE_COUNTS = { suite_passing: 1, suite_failing: 2, suite_skipped: 3 };
const read = (type: string, data: Readonly<Record<string, unknown>>) =>
  asWorkRecord({ seq: 1, at: '2026-01-02T03:04:05.678Z', type, data, prev: '', hash: '' }).data;

test('counts of a test run in format 1 are read as those of the suite', () => {
  const suites = [{ suite: 'api', exit_code: 0, ms: 1, ...COUNTS }];
  expect(read('tests.ended', { green: true, counts: COUNTS, suites })).toEqual({
    green: true,
    counts: SUITE_COUNTS,
    suites: [{ suite: 'api', exit_code: 0, ms: 1, ...SUITE_COUNTS }],
  });
});

test('metrics of a decision keep their names: a gate counted them in its phase', () => {
  const record = { metrics: COUNTS };
  expect(read('iteration.decided', { record })).toEqual({ record });
});
