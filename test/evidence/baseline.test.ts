import { describe, expect, test } from 'vitest';
import { drawBaseline, leftOut } from '../../src/evidence/baseline.ts';
import { aTestRun, failed, passed, skipped } from '../runners/a-test-run.ts';

const draw = (tests: Parameters<typeof aTestRun>[0], again = tests, known: readonly string[] = []) =>
  drawBaseline(aTestRun(tests), aTestRun(again), known);

describe('the baseline', () => {
  test('separates passing tests from skipped ones', () => {
    expect(draw([passed('b'), skipped('c'), passed('a')])).toEqual({
      baseline: { passing: ['t.js > a', 't.js > b'], skipped: ['t.js > c'], known_failing: [] },
      problems: [],
      failing: [],
    });
  });

  test('of no tests is empty, whatever the exit code of the runner', () => {
    const none = aTestRun([], { exit_code: 1 });
    expect(drawBaseline(none, none, [])).toEqual({
      baseline: { passing: [], skipped: [], known_failing: [] },
      problems: [],
      failing: [],
    });
  });

  test('names a test that is red before the run begins', () =>
    expect(draw([passed('a'), failed('b')]).problems).toEqual(['failing before the run started: t.js > b']));

  test('names a flaky test, and what it did', () =>
    expect(draw([failed('a')], [passed('a')]).problems).toEqual([
      'flaky before the run started: t.js > a (it failed, then it passed)',
    ]));

  test.each(['t.js > b', 'b'])('leaves out a failing test that the config lists as %s', (listed) => {
    const { baseline, problems } = draw([passed('a'), failed('b')], [passed('a'), passed('b')], [listed]);
    expect({ problems, left: [...leftOut(baseline)] }).toEqual({ problems: [], left: ['t.js > b'] });
  });

  test('of two tests of one name that do not end alike are not called flaky', () => {
    const run = aTestRun([passed('a'), skipped('a')]);
    expect(drawBaseline(run, run, []).problems).toEqual([
      'several tests share one name, but not all passed: t.js > a; give each its own name',
    ]);
    const same = aTestRun([passed('a'), passed('a')]);
    expect(drawBaseline(same, same, [])).toEqual({
      baseline: { passing: ['t.js > a'], skipped: [], known_failing: [] },
      problems: [],
      failing: [],
    });
  });

  test('is refused when the two runs saw different tests', () =>
    expect(draw([passed('a'), passed('b')], [passed('a')]).problems).toEqual([
      'the two baseline runs found different tests: t.js > b',
    ]));

  test.each([
    ['the command is missing', { ended: 'missing' } as const, ['the test command could not be started']],
    ['the suite hangs', { ended: 'timed_out' } as const, ['the suite reached its time limit (timeout of the suite)']],
    [
      'a file does not load',
      { load_failures: [{ file: 'x.js', message: 'no such module\nat …' }] },
      ['does not load: x.js: no such module'],
    ],
    ['an error is outside any test', { unhandled_errors: ['boom'] }, ['an error outside any test: boom']],
    ['the report is not complete', { report_complete: false }, ['the runner wrote no complete report']],
    ['the report is not complete, and says why', { report_complete: false, problems: ['it was cut'] }, ['it was cut']],
  ])('is refused when %s', (_what, spoil, problems) => {
    const run = aTestRun([], spoil);
    expect(drawBaseline(run, run, []).problems).toEqual(problems);
  });
});
