/** Test runs for tests: complete, fresh and green by default. */
import type { TestCase, TestRun } from '../../src/runners/test-run.ts';

/** `passed('a')` is the test `a` of the file t.js. */
const inState = (state: TestCase['state']) => (name: string) => ({ file: 't.js', name, state }) satisfies TestCase;
export const passed = inState('passed');
export const failed = inState('failed');
export const skipped = inState('skipped');

export const aTestRun = (tests: readonly TestCase[], spoil: Partial<TestRun> = {}): TestRun => ({
  started_at: '2026-01-13T10:00:00.000Z',
  ms: 100,
  exit_code: tests.some(({ state }) => state === 'failed') ? 1 : 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests,
  load_failures: [],
  unhandled_errors: [],
  problems: [],
  ...spoil,
});
