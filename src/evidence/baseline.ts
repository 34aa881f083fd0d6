/**
 * The baseline: the suite before the run (rule 2.6). It separates new tests from old ones, and lists the tests that
 * were already failing or skipped, which all counts leave out by name.
 */
import { findMixed, testId } from '../runners/is-green.ts';
import { sayCause } from '../base/text/say-cause.ts';
import type { SuiteRun, TestCase, TestRun } from '../runners/test-run.ts';

/** Ids of tests (`file > name`), each once, sorted. */
export interface Baseline {
  /** Passed in both runs. */
  readonly passing: readonly string[];
  /** Skipped in both runs. */
  readonly skipped: readonly string[];
  /** Listed in `tests.known_failing`. */
  readonly known_failing: readonly string[];
}

/** Does an entry of `tests.known_failing` name this test? By its full id, or by its name alone. */
const isListed = (test: TestCase, listed: readonly string[]): boolean =>
  listed.includes(testId(test)) || listed.includes(test.name);

/** A baseline, and what is in its way. */
export interface DrawnBaseline {
  readonly baseline: Baseline;
  /** In sentences for people; empty when the run can begin. */
  readonly problems: readonly string[];
  /** Ids of the tests that failed in both runs and are not listed; each has a problem. Sorted. */
  readonly failing: readonly string[];
}

/**
 * The baseline of a suite that ran twice on the same sources, or the problems of the suite, in sentences for people.
 *
 * @param knownFailing - `tests.known_failing` of the config
 */
export const drawBaseline = (first: TestRun, second: TestRun, knownFailing: readonly string[]): DrawnBaseline => {
  const problems = [...([first, second].map(findBroken).find((each) => each.length > 0) ?? [])];
  const states = new Map<string, { readonly test: TestCase; readonly seen: Set<string> }>();
  for (const test of [...first.tests, ...second.tests]) {
    const known = states.get(testId(test));
    if (known === undefined) states.set(testId(test), { test, seen: new Set([test.state]) });
    else known.seen.add(test.state);
  }
  const mixed = new Set([...findMixed(first), ...findMixed(second)]);
  const passing: string[] = [];
  const skipped: string[] = [];
  const listed: string[] = [];
  const failing: string[] = [];
  for (const [id, { test, seen }] of states) {
    const [state] = seen;
    if (isListed(test, knownFailing)) listed.push(id);
    else if (mixed.has(id))
      problems.push(`several tests share one name, but not all ${state}: ${id}; give each its own name`);
    else if (seen.size > 1) problems.push(`flaky before the run started: ${id} (it ${[...seen].join(', then it ')})`);
    else if (state === 'failed') failing.push(id);
    else if (state === 'skipped') skipped.push(id);
    else passing.push(id);
  }
  problems.push(...failing.map((id) => `${FAILING}${id}`));
  if (onlyIn(first, second).length + onlyIn(second, first).length > 0) {
    problems.push(
      `the two baseline runs found different tests: ${nameSome([...onlyIn(first, second), ...onlyIn(second, first)])}`,
    );
  }
  const sorted = (ids: readonly string[]) => [...ids].sort();
  return {
    baseline: { passing: sorted(passing), skipped: sorted(skipped), known_failing: sorted(listed) },
    problems: [...new Set(problems)],
    failing: sorted(failing),
  };
};

const MOST_NAMED = 10;

/** The first names, and how many there are in all. */
export const nameSome = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown}, and ${names.length - MOST_NAMED} more (${names.length} tests)` : shown;
};

/** How the problem of a failing test begins. */
export const FAILING = 'failing before the run started: ';

/** Whether the run, or this part of it, was not reported completely: no list of tests repairs that. */
export const isBroken = (run: TestRun | SuiteRun): boolean => findBroken(run).length > 0;

/** The ids that no count looks at. */
export const leftOut = ({ skipped, known_failing }: Baseline): ReadonlySet<string> =>
  new Set([...skipped, ...known_failing]);

const onlyIn = (one: TestRun, other: TestRun): readonly string[] => {
  const ids = new Set(other.tests.map(testId));
  return one.tests.map(testId).filter((id) => !ids.has(id));
};

/** For all suites. The second run of a broken suite prints the same problem in other words. */
const findBroken = ({ suites, ...run }: TestRun | SuiteRun): readonly string[] => (suites ?? [run]).flatMap(brokenness);

/** A suite without any test is an empty baseline, not a broken suite, where its runner says so. */
const brokenness = (run: TestRun | SuiteRun): readonly string[] => {
  const which = 'suite' in run ? ` of ${run.suite}` : '';
  if (run.ended === 'missing') return [`the test command${which} could not be started`, ...run.problems];
  if (run.ended === 'flooded') return [`the suite${which} printed too much`, ...run.problems];
  if (run.ended === 'out_of_memory') return [`the suite${which} used too much memory`, ...run.problems];
  if (run.ended !== 'exited')
    return [
      `the suite${which} ${run.ended === 'timed_out' ? 'reached its time limit (timeout of the suite)' : 'was cancelled'}`,
    ];
  const broken = [
    ...run.problems,
    ...run.load_failures.map(
      ({ file, message }) => `does not load: ${file === '' ? '' : `${file}: `}${sayCause(message)}`,
    ),
    ...run.unhandled_errors.map((message) => `an error outside any test: ${sayCause(message)}`),
  ];
  if (broken.length > 0 || (run.report_complete && run.report_fresh)) return broken;
  return [`the runner${which} wrote no complete report`];
};
