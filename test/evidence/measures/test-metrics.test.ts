import { expect, test, describe } from 'vitest';
import { existingTests, measurePart, measureTests } from '../../../src/evidence/measures/test-metrics.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import { decide } from '../../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { anIteration, READY } from '../../gates/an-iteration.ts';
import type { TestCase } from '../../../src/runners/test-run.ts';
import { joinSuiteRuns } from '../../../src/runners/is-green.ts';
import { aTestRun, failed, passed, skipped } from '../../runners/a-test-run.ts';

describe('test metrics', () => {
  const baseline = { passing: ['t.js > old'], skipped: ['t.js > off'], known_failing: ['t.js > known'] };
  const OLD = [passed('old'), skipped('off'), failed('known')];

  describe('what a test run is measured as', () => {
    test('counts only new tests while tests must fail', () => {
      expect(measureTests(aTestRun([...OLD, failed('new')]), baseline, 'must_fail')).toMatchObject({
        tests_total: 1,
        tests_failing: 1,
        tests_passing: 0,
        existing_total: 1,
        existing_passing: 1,
        existing_failing: 0,
      });
    });

    test('counts old and new tests once tests must pass, and leaves out by name what was skipped or failing before', () => {
      expect(measureTests(aTestRun([...OLD, passed('new')]), baseline, 'must_pass')).toMatchObject({
        tests_total: 2,
        tests_passing: 2,
        tests_failing: 0,
        tests_skipped: 0,
      });
    });

    test('counts tests of one name once: two of them are not enough for two criteria', () => {
      expect(measureTests(aTestRun([failed('new'), failed('new')]), baseline, 'must_fail')).toMatchObject({
        tests_total: 1,
        tests_failing: 1,
      });
      expect(
        measureTests(aTestRun([passed('old'), passed('old'), passed('new')]), baseline, 'must_pass'),
      ).toMatchObject({
        tests_total: 2,
        tests_passing: 2,
        existing_total: 1,
        existing_passing: 1,
      });
    });

    test('takes the worst of tests of one name: one that fails beside one that passes helps in no phase', () => {
      for (const tests of [
        [failed('new'), passed('new')],
        [passed('new'), failed('new')],
      ]) {
        expect(measureTests(aTestRun(tests), baseline, 'must_fail')).toMatchObject({
          tests_total: 1,
          tests_passing: 1,
        });
        expect(measureTests(aTestRun(tests), baseline, 'must_pass')).toMatchObject({
          tests_total: 1,
          tests_failing: 1,
        });
      }
      const old = [passed('old'), skipped('old')];
      expect(measureTests(aTestRun(old), baseline, 'must_fail')).toMatchObject({
        existing_total: 1,
        existing_passing: 0,
      });
    });

    test('counts a test that was switched off since as skipped', () => {
      expect(measureTests(aTestRun([skipped('old')]), baseline, 'must_pass')).toMatchObject({
        tests_total: 1,
        tests_skipped: 1,
        existing_passing: 0,
      });
    });

    test('still counts an old test that is gone, so that the suite is worse without it', () => {
      expect(measureTests(aTestRun([failed('new')]), baseline, 'must_fail')).toMatchObject({
        tests_total: 1,
        existing_total: 1,
        existing_passing: 0,
      });
    });

    test('takes an exit code for 0 when known failures alone explain it', () => {
      const codeOf = (...args: Parameters<typeof aTestRun>) =>
        measureTests(aTestRun(...args), baseline, 'must_pass').runner_exit_code;
      expect(codeOf([...OLD])).toBe(0);
      expect(codeOf([...OLD, failed('new')])).toBe(1);
      expect(codeOf([passed('old')], { exit_code: 1 })).toBe(1);
      expect(codeOf([...OLD], { unhandled_errors: ['boom'] })).toBe(1);
    });

    test.each([{ report_complete: false }, { report_fresh: false }])('leaves the counts absent when %j', (spoil) => {
      const metrics = measureTests(aTestRun([passed('old')], spoil), baseline, 'must_pass');
      expect(metrics).toEqual({ report_fresh: true, report_complete: true, runner_exit_code: 0, ...spoil });
    });

    test('leaves the exit code absent when the runner had none', () => {
      expect(measureTests(aTestRun([], { exit_code: null, report_complete: false }), baseline, 'must_pass')).toEqual({
        report_fresh: true,
        report_complete: false,
      });
    });
  });

  describe('what the tests of the criteria alone are measured as', () => {
    test('is that some fail, and no sum over the suite', () => {
      expect(measurePart(aTestRun([failed('new'), passed('other'), failed('known')]), baseline)).toEqual({
        report_fresh: true,
        report_complete: true,
        runner_exit_code: 1,
        tests_failing: 1,
        unhandled_errors: 0,
        suite_load_failures: 0,
      });
    });

    test('exits no phase by itself, even if all of them passed', () => {
      const part = measurePart(aTestRun([passed('new')]), baseline);
      for (const gate of compileGates({ phases: DEFAULT_PHASES })) {
        const { phase } = gate.phase;
        const ready = READY[phase as keyof typeof READY];
        const kept = Object.entries(ready).filter(([name]) => !/^(?:tests_|existing_)/.test(name));
        const record = {
          ...anIteration(phase as keyof typeof READY),
          metrics: { ...Object.fromEntries(kept), ...part },
        };
        expect([phase, decide(gate, record).can_exit]).toEqual([phase, false]);
      }
    });
  });

  describe('a suite of a list', () => {
    const run = (api: readonly TestCase[], web: readonly TestCase[], codes = [0, 0]) =>
      joinSuiteRuns([
        { suite: 'api', ...aTestRun(api, { exit_code: codes[0] ?? null }) },
        { suite: 'web', ...aTestRun(web, { exit_code: codes[1] ?? null }) },
      ]);

    test('without a test that counts is as one that does not load, where tests must pass', () => {
      const empty = run([passed('new')], []);
      expect(measureTests(empty, baseline, 'must_pass')).toMatchObject({ tests_total: 1, suite_load_failures: 1 });
      expect(measureTests(empty, baseline, 'must_fail')).toMatchObject({ suite_load_failures: 0 });
    });

    test('does not explain the exit code of another by its known failures', () => {
      const known = [failed('known')] as const;
      expect(measureTests(run([...known, passed('a')], [passed('b')], [1, 0]), baseline, 'must_pass')).toMatchObject({
        runner_exit_code: 0,
      });
      expect(measureTests(run([...known, passed('a')], [], [1, 5]), baseline, 'must_pass')).toMatchObject({
        runner_exit_code: 5,
      });
      expect(measureTests(run([passed('a')], [passed('b')], [0]), baseline, 'must_pass')).not.toHaveProperty(
        'runner_exit_code',
      );
    });
  });
});

describe('existing tests', () => {
  const baseline = { passing: ['old'], skipped: ['off'], known_failing: ['known'] };
  const state = { baseline, tests: ['old', 'off', 'known', 'made green', 'still red'], failing: ['still red'] };

  test('if tests must fail, tests that passed at the exit of the last phase are existing tests', () => {
    expect([...existingTests(state, 'must_fail')]).toEqual(['old', 'made green']);
  });

  test('where tests must pass, what the baseline saw passing was there before', () => {
    expect([...existingTests(state, 'must_pass')]).toEqual(['old']);
  });
});
