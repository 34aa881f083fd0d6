import { expect, test } from 'vitest';
import { judgeRun, passedIn } from '../../../src/evidence/mutation-check/order-mutants.ts';
import type { TestRun } from '../../../src/runners/test-run.ts';

const aRun = (spoil: Partial<TestRun> = {}): TestRun => ({
  started_at: '',
  ms: 1,
  exit_code: 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests: [
    { file: 'a', name: 'one', state: 'passed' },
    { file: 'a', name: 'two', state: 'passed' },
  ],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
  ...spoil,
});

const NONE: ReadonlySet<string> = new Set();
const PASSED = passedIn(aRun());
const [one, two] = aRun().tests;
const failed = (name: string) => ({ file: 'a', name, state: 'failed' as const });

test.each<[string, Partial<TestRun>, unknown]>([
  [
    'a test that passed before fails: noticed',
    { exit_code: 1, tests: [failed('one')] },
    { end: 'killed', why: 'a > one', killers: ['a > one'] },
  ],
  [
    'every test that fails counts: noticed',
    { exit_code: 1, tests: [failed('two'), failed('one')] },
    { end: 'killed', why: 'a > two', killers: ['a > two', 'a > one'] },
  ],
  ['all pass: unnoticed', {}, { end: 'survived', why: null }],
  [
    'a file that does not load notices nothing',
    { exit_code: 1, tests: [], load_failures: [{ file: 'b', message: 'SyntaxError' }] },
    { end: 'not_applicable', why: 'b does not load' },
  ],
  [
    'a suite without an end notices nothing',
    {
      ended: 'timed_out',
      exit_code: null,
      report_complete: false,
      problems: ['the test run reached its time limit of 6 s'],
    },
    { end: 'not_applicable', why: 'the suite did not finish' },
  ],
  [
    'a failing test that was not there before notices nothing',
    { exit_code: 1, tests: [...aRun().tests, failed('three')] },
    { end: 'not_applicable', why: 'the report differs from that of the clean copy' },
  ],
  [
    'a suite that lost a test says nothing, green or not',
    { tests: one === undefined ? [] : [one] },
    { end: 'not_applicable', why: 'the report differs from that of the clean copy' },
  ],
  [
    'a suite that says no and names no failure says nothing',
    { exit_code: 3, unhandled_errors: ['it ended with exit code 3'] },
    { end: 'not_applicable', why: 'it ended with exit code 3' },
  ],
])('%s', (_, spoil, expected) => {
  expect(judgeRun(aRun(spoil), PASSED, NONE)).toEqual(expected);
});

test('a test that is known to fail kills nothing by failing', () => {
  const run = aRun({ exit_code: 1, tests: [...(two === undefined ? [] : [two]), failed('one')] });
  expect(judgeRun(run, new Set(['a > two']), new Set(['a > one']))).toEqual({ end: 'survived', why: null });
});
