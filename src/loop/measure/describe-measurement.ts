/**
 * What a measurement showed, in sentences for people and for the next prompt.
 *
 * @module
 */
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { type Fingerprint, findMoved } from '../../sources/fingerprint.ts';
import { testId } from '../../testing/is-green.ts';
import { findEmptySuites } from '../../testing/join-suite-runs.ts';
import type { TestRun } from '../../testing/test-run.ts';

/** At most so many failing tests go into a record; the counts are of all. */
const MAX_FAILING = 50;
const MAX_MOVED = 10;

/** The tests that failed, without those that no count looks at. */
export const listFailing = ({ tests }: TestRun, ignored: ReadonlySet<string>): IterationRecord['failing'] =>
  tests
    .filter((test) => test.state === 'failed' && !ignored.has(testId(test)))
    .slice(0, MAX_FAILING)
    .map(({ file, name, message = '' }) => ({ file, name, message }));

/** What is no test and failed all the same (RULES 2.3). */
export const describeBroken = ({ load_failures, unhandled_errors }: TestRun): readonly string[] => [
  ...load_failures.map(({ file, message }) => `${file} does not load: ${message}`),
  ...unhandled_errors.map((message) => `An error outside any test: ${message}`),
];

/** The suites of a list that show nothing, where tests must pass (RULES 1.5). */
export const describeEmpty = (run: TestRun, ignored: ReadonlySet<string>): readonly string[] =>
  findEmptySuites(run, ignored).map(
    (suite) =>
      `The suite ${suite} has 0 tests that count, and the tests of the others do not speak for it: give it one, or let the operator take it out of the list.`,
  );

/** Why most of the suite was not run. */
export const describePart = ({ tests_failing: failing = 0 }: Metrics): string =>
  `Only the tests that are new since the run began were run: ${failing} of them ${failing === 1 ? 'fails' : 'fail'}, and that is answer enough. The whole suite runs when they pass, and decides.`;

/** The sources that moved between any two looks in a row, in path order (RULES 2.4). */
export const listMoved = (looks: readonly Fingerprint[]): readonly string[] => {
  const moved = looks.slice(1).flatMap((look, i) => findMoved(looks[i] ?? look, look));
  return [...new Set(moved)].sort();
};

export const describeMoved = (moved: readonly string[]): readonly string[] => {
  if (moved.length === 0) return [];
  const rest = moved.length > MAX_MOVED ? ` and ${moved.length - MAX_MOVED} more` : '';
  return [
    `The sources moved while they were measured: ${moved.slice(0, MAX_MOVED).join(', ')}${rest}. ` +
      'Stop what writes them in the background; what the suite writes for itself belongs into .gitignore or tests.writes.',
  ];
};
