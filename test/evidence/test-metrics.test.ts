import { describe, expect, test } from 'vitest';
import { measureTests } from '../../src/evidence/test-metrics.ts';
import { aTestRun, failed, passed, skipped } from '../testing/a-test-run.ts';

const inventory = { passing: ['t.js > old'], skipped: ['t.js > off'], known_failing: ['t.js > known'] };
const OLD = [passed('old'), skipped('off'), failed('known')];

describe('what a test run is measured as', () => {
  test('counts only new tests while tests must fail', () => {
    expect(measureTests(aTestRun([...OLD, failed('new')]), inventory, 'must_fail')).toMatchObject({
      tests_total: 1,
      tests_failing: 1,
      tests_passing: 0,
      existing_total: 1,
      existing_passing: 1,
      existing_failing: 0,
    });
  });

  test('counts old and new tests once tests must pass, and leaves out by name what was skipped or failing before', () => {
    expect(measureTests(aTestRun([...OLD, passed('new')]), inventory, 'must_pass')).toMatchObject({
      tests_total: 2,
      tests_passing: 2,
      tests_failing: 0,
      tests_skipped: 0,
    });
  });

  test('counts a test that was switched off since as skipped', () => {
    expect(measureTests(aTestRun([skipped('old')]), inventory, 'must_pass')).toMatchObject({
      tests_total: 1,
      tests_skipped: 1,
      existing_passing: 0,
    });
  });

  test('goes on counting an old test that is gone, so that the suite is worse without it', () => {
    expect(measureTests(aTestRun([failed('new')]), inventory, 'must_fail')).toMatchObject({
      tests_total: 1,
      existing_total: 1,
      existing_passing: 0,
    });
  });

  test('takes an exit code for 0 when known failures alone explain it', () => {
    const codeOf = (...args: Parameters<typeof aTestRun>) =>
      measureTests(aTestRun(...args), inventory, 'must_pass').runner_exit_code;
    expect(codeOf([...OLD])).toBe(0);
    expect(codeOf([...OLD, failed('new')])).toBe(1);
    expect(codeOf([passed('old')], { exit_code: 1 })).toBe(1);
    expect(codeOf([...OLD], { unhandled_errors: ['boom'] })).toBe(1);
  });

  test.each([{ report_complete: false }, { report_fresh: false }])('leaves the counts absent when %j', (spoil) => {
    const metrics = measureTests(aTestRun([passed('old')], spoil), inventory, 'must_pass');
    expect(metrics).toEqual({ report_fresh: true, report_complete: true, runner_exit_code: 0, ...spoil });
  });

  test('leaves the exit code absent when the runner had none', () => {
    expect(measureTests(aTestRun([], { exit_code: null, report_complete: false }), inventory, 'must_pass')).toEqual({
      report_fresh: true,
      report_complete: false,
    });
  });
});
