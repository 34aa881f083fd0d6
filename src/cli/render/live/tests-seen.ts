/**
 * What was seen of the tests: counts while they stream in, and how many were there the last time; pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';

export interface TestsSeen {
  /** Of the test run that goes on, or of the last one; null before the first of the phase. */
  readonly counts: Counts | null;
  /** A test run goes on, and has said something. */
  readonly isRunning: boolean;
  /** Test runs that ended in this iteration, or in the inventory. */
  readonly runs: number;
  /** How many tests the last whole run had; 0 before it. */
  readonly expected: number;
}

interface Counts {
  readonly tests_passing: number;
  readonly tests_failing: number;
  readonly tests_skipped: number;
}

export const NO_TESTS: TestsSeen = { counts: null, isRunning: false, runs: 0, expected: 0 };

type TestEvent = Extract<RunEvent, { readonly type: 'test.passed' | 'test.failed' | 'test.skipped' | 'tests.ended' }>;

export const countTests = (seen: TestsSeen, event: TestEvent): TestsSeen => {
  const { tests_passing, tests_failing, tests_skipped } = event;
  const counts = { tests_passing, tests_failing, tests_skipped };
  if (event.type !== 'tests.ended') return { ...seen, counts, isRunning: true };
  const expected = event.part === undefined ? sumOf(counts) : seen.expected;
  return { counts, isRunning: false, runs: seen.runs + 1, expected };
};

export const sumOf = ({ tests_passing, tests_failing, tests_skipped }: Counts): number =>
  tests_passing + tests_failing + tests_skipped;
