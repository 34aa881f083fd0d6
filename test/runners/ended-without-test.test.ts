import { describe, expect, test } from 'vitest';
import { findEndWithoutTest, type TestRun } from '../../src/runners/test-run.ts';
import { aTestRun, passed } from './a-test-run.ts';

const CRASHED: Partial<TestRun> = {
  exit_code: 134,
  report_complete: false,
  problems: ['the test runner exited with code 134 without running a test'],
};

describe('a runner that ended without running a test', () => {
  test.each<readonly [string, Partial<TestRun>]>([
    ['exited with a failure', CRASHED],
    ['was killed', { ...CRASHED, exit_code: null, problems: ['the test runner was ended by SIGKILL'] }],
    ['could not be started', { ...CRASHED, exit_code: null, ended: 'missing' }],
  ])('is one that %s', (_how, differing) => {
    const run = aTestRun([], differing);
    expect(findEndWithoutTest(run)).toBe(run);
  });

  test.each<readonly [string, TestRun]>([
    ['ran a test', aTestRun([passed('a')], CRASHED)],
    ['found no tests yet', aTestRun([], { exit_code: 1 })],
    ['named a file that does not load', aTestRun([], { ...CRASHED, load_failures: [{ file: 'a', message: 'b' }] })],
    ['named an error outside of a test', aTestRun([], { ...CRASHED, unhandled_errors: ['a'] })],
    ['reached its time limit', aTestRun([], { ...CRASHED, exit_code: null, ended: 'timed_out' })],
    ['exited with success', aTestRun([], { exit_code: 0 })],
  ])('is none that %s', (_how, run) => {
    expect(findEndWithoutTest(run)).toBeNull();
  });

  test('is found among several suites, though the others ran tests', () => {
    const broken = { ...aTestRun([], CRASHED), suite: 'web' };
    const suites = [{ ...aTestRun([passed('a')]), suite: 'api' }, broken];
    expect(findEndWithoutTest(aTestRun([passed('a')], { suites }))).toBe(broken);
  });
});
