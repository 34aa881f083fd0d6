/**
 * One test program in the stream of libtest events. Tested code can print into the same stream past libtest's capture, so
 * every test has to begin once and to end once, and the sums at the beginning and at the end have to be right.
 *
 * @module
 */
import type { CargoEvent } from './cargo-events.ts';
import type { TestCase } from '../test-run.ts';

/** The name is the one of Rust, `tests::adds`. */
export type CargoTest = Pick<TestCase, 'name' | 'state' | 'message'>;

/** What is known of a program that was started. */
export interface CargoSuite {
  readonly planned: number;
  readonly open: Set<string>;
  readonly ended: Set<string>;
  readonly sums: Record<TestCase['state'], number>;
  readonly problems: string[];
  /** Ended, and not yet told of. */
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

const STATES = { ok: 'passed', failed: 'failed', ignored: 'skipped' } as const;

/** Takes the next event of a suite but its first. */
export const addToSuite = (suite: CargoSuite, event: CargoEvent): void => {
  if (suite.isOver) suite.problems.push('a test program goes on after its end');
  else if (event.type === 'bench') suite.problems.push(`the benchmark ${event.name} ran: benchmarks are no tests`);
  else if (event.type === 'suite') closeSuite(suite, event);
  else if (event.event === 'started') {
    if (suite.open.has(event.name) || suite.ended.has(event.name))
      suite.problems.push(`the test ${event.name} began twice: ${PRINTED}`);
    suite.open.add(event.name);
  } else if (event.event !== 'timeout') {
    if (!suite.open.delete(event.name)) {
      const what = suite.ended.has(event.name) ? 'ended twice' : 'ended and never began';
      suite.problems.push(`the test ${event.name} ${what}: ${PRINTED}`);
      return;
    }
    suite.ended.add(event.name);
    const state = STATES[event.event];
    suite.sums[state] += 1;
    const message = [event.stdout, event.message ?? event.reason].filter((part) => part !== undefined).join('\n');
    suite.waiting.push({ name: event.name, state, ...(state === 'failed' && { message }) });
  }
};

/** What is wrong with a suite at its end. */
export const judgeSuite = ({ isOver, open, problems }: CargoSuite): readonly string[] => {
  if (isOver) return problems;
  const [first] = open;
  const where = first === undefined ? '' : `, while ${first} ran`;
  return [...problems, `it has no end: its test program was left before its tests had ended${where}`];
};

const closeSuite = (suite: CargoSuite, event: Extract<CargoEvent, { type: 'suite' }>): void => {
  if (event.event === 'started') return;
  suite.isOver = true;
  const { passed, failed, skipped } = suite.sums;
  const isRight =
    event.passed === passed && event.failed === failed && event.ignored === skipped && event.measured === 0;
  if (!isRight || suite.planned !== passed + failed + skipped)
    suite.problems.push('the sums of its test program do not add up: somebody printed into its events');
};

const PRINTED = 'somebody printed what looks like an event of libtest';
