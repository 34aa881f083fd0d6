import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTests, createLiveCount, isGreen, testId } from '../../src/runners/is-green.ts';
import type { TestCase, TestRun } from '../../src/runners/test-run.ts';

const aTest = (name: string, state: TestCase['state'] = 'passed'): TestCase => ({ file: 'a.test.js', name, state });
const aRun = (spoil: Partial<TestRun> = {}): TestRun => ({
  started_at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  exit_code: 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests: [aTest('adds'), aTest('takes away')],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
  ...spoil,
});
const NONE: ReadonlySet<string> = new Set();
const KNOWN: ReadonlySet<string> = new Set(['a.test.js > known']);

describe('a test run', () => {
  test('is green when every test passed and the runner agrees', () => expect(isGreen(aRun(), NONE)).toBe(true));

  test.each<[string, Partial<TestRun>]>([
    ['of no tests', { tests: [] }],
    ['with 9 of 10 passing', { tests: [...Array.from({ length: 9 }, (_, i) => aTest(`${i}`)), aTest('x', 'failed')] }],
    ['with a test that was switched off', { tests: [aTest('adds'), aTest('x', 'skipped')] }],
    ['whose runner says no', { exit_code: 1 }],
    ['that was killed', { exit_code: null }],
    ['that timed out', { ended: 'timed_out' }],
    ['with a file that did not load', { load_failures: [{ file: 'b.test.js', message: 'no' }] }],
    ['with an error outside of its tests', { unhandled_errors: ['late'] }],
    ['with an old report', { report_fresh: false }],
    ['with half a report', { report_complete: false }],
  ])('%s is not green', (_what, spoil) => expect(isGreen(aRun(spoil), NONE)).toBe(false));

  test('is green over a known failure, whatever the exit code', () => {
    const tests = [aTest('adds'), aTest('known', 'failed')];
    expect([isGreen(aRun({ tests, exit_code: 1 }), KNOWN), isGreen(aRun({ tests }), KNOWN)]).toEqual([true, true]);
  });

  test('is not green when the exit code is not explained by a known failure', () => {
    const skipped = [aTest('adds'), aTest('known', 'skipped')];
    expect(isGreen(aRun({ tests: skipped, exit_code: 1 }), KNOWN)).toBe(false);
    expect(isGreen(aRun({ tests: skipped, exit_code: 0 }), KNOWN)).toBe(true);
  });

  test('is not green over known tests alone', () => {
    expect(isGreen(aRun({ tests: [aTest('known')] }), KNOWN)).toBe(false);
  });

  test('is green only when all that counts passed and something did', () => {
    const state = fc.constantFrom<TestCase['state']>('passed', 'passed', 'passed', 'failed', 'skipped');
    const cases = fc.array(fc.record({ file: fc.constant('a'), name: fc.constantFrom('1', '2', '3', '4'), state }));
    fc.assert(
      fc.property(cases, fc.subarray(['a > 1', 'a > 2']), fc.constantFrom(0, 1, null), (tests, known, exit_code) => {
        const ignore = new Set(known);
        const { suite_total, suite_passing } = countTests({ tests }, ignore);
        const mayBeGreen = suite_total > 0 && suite_passing === suite_total && exit_code !== null;
        expect(isGreen(aRun({ tests, exit_code }), ignore) && !mayBeGreen).toBe(false);
      }),
    );
  });
});

describe('the counts of a test run', () => {
  test('leave out the tests to ignore and add up', () => {
    const tests = [aTest('a'), aTest('b', 'failed'), aTest('c', 'skipped'), aTest('known', 'failed')];
    expect(countTests({ tests }, KNOWN)).toEqual({
      suite_total: 3,
      suite_passing: 1,
      suite_failing: 1,
      suite_skipped: 1,
    });
  });

  test('distinguish tests by file and name', () => expect(testId(aTest('sum > adds'))).toBe('a.test.js > sum > adds'));
});

describe('the counts while a suite runs', () => {
  test('are those of the end of the run, after every test: tests of one name count once, in their worst state', () => {
    const state = fc.constantFrom<TestCase['state']>('passed', 'failed', 'skipped');
    const cases = fc.array(fc.record({ file: fc.constant('a'), name: fc.constantFrom('1', '2', '3'), state }));
    fc.assert(
      fc.property(cases, fc.subarray(['a > 1', 'a > 2']), (tests, known) => {
        const ignore = new Set(known);
        const count = createLiveCount(ignore);
        for (const [at, each] of tests.entries()) {
          const { suite_total: _total, ...counts } = countTests({ tests: tests.slice(0, at + 1) }, ignore);
          expect(count(each)).toEqual(counts);
        }
      }),
    );
  });
});
