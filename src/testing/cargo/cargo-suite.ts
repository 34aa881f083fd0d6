/**
 * One test program in the stream of libtest events. Tested code can print into the same stream past libtest's capture, so
 * every test must start once and end once, and the totals at the beginning and at the end must match.
 *
 * @module
 */
import type { CargoEvent } from './cargo-events.ts';
import type { TestCase } from '../test-run.ts';

/** The name is the one of Rust, `tests::adds`. */
export type CargoTest = Pick<TestCase, 'name' | 'state' | 'message' | 'failure'>;

/** The facts about a started program. */
export interface CargoSuite {
  readonly planned: number;
  readonly open: Set<string>;
  readonly ended: Set<string>;
  readonly sums: Record<TestCase['state'], number>;
  readonly problems: string[];
  /** Ended, and not reported yet. */
  readonly waiting: CargoTest[];
  isOver: boolean;
}

export const openSuite = (planned: number): CargoSuite => ({
  planned,
  open: new Set(),
  ended: new Set(),
  sums: { passed: 0, failed: 0, skipped: 0 },
  problems: [],
  waiting: [],
  isOver: false,
});

/** The messages of `assert!` and `assert_eq!` without words of the test's own, and of `should_panic`. */
const ASSERTION = /^assertion (?:failed: |`|left )|^test did not panic as expected/m;
const STATES = { ok: 'passed', failed: 'failed', ignored: 'skipped' } as const;

/** Takes the next event of a suite but its first. */
export const addToSuite = (suite: CargoSuite, event: CargoEvent): void => {
  if (suite.isOver) suite.problems.push('a test program has events after its end');
  else if (event.type === 'bench') suite.problems.push(`the benchmark ${event.name} ran: benchmarks are not tests`);
  else if (event.type === 'suite') closeSuite(suite, event);
  else if (event.event === 'started') {
    if (suite.open.has(event.name) || suite.ended.has(event.name))
      suite.problems.push(`the test ${event.name} started twice: ${PRINTED}`);
    suite.open.add(event.name);
  } else if (event.event !== 'timeout') {
    if (!suite.open.delete(event.name)) {
      const what = suite.ended.has(event.name) ? 'ended twice' : 'ended but never started';
      suite.problems.push(`the test ${event.name} ${what}: ${PRINTED}`);
      return;
    }
    suite.ended.add(event.name);
    const state = STATES[event.event];
    suite.sums[state] += 1;
    const message = [event.stdout, event.message ?? event.reason].filter((part) => part !== undefined).join('\n');
    const failure = ASSERTION.test(message) ? ({ failure: 'assertion' } as const) : {};
    suite.waiting.push({ name: event.name, state, ...(state === 'failed' && { message, ...failure }) });
  }
};

/** The problems of a suite at its end. */
export const judgeSuite = ({ isOver, open, problems }: CargoSuite): readonly string[] => {
  if (isOver) return problems;
  const [first] = open;
  const where = first === undefined ? '' : `, while ${first} ran`;
  return [...problems, `it has no end: its test program exited before its tests had ended${where}`];
};

const closeSuite = (suite: CargoSuite, event: Extract<CargoEvent, { type: 'suite' }>): void => {
  if (event.event === 'started') return;
  suite.isOver = true;
  const { passed, failed, skipped } = suite.sums;
  const isRight =
    event.passed === passed && event.failed === failed && event.ignored === skipped && event.measured === 0;
  if (!isRight || suite.planned !== passed + failed + skipped)
    suite.problems.push('the totals of its test program do not add up: other output was printed among its events');
};

const PRINTED = 'other output looks like an event of libtest';
