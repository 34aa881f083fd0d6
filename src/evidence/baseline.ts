/** The baseline: the suite before the run (rule 2.6). All counts leave out its failing and skipped tests by name. */
import { findMixed, testId } from '../runners/is-green.ts';
import { sayCause } from '../base/text/describe-cause.ts';
import type { SuiteRun, TestCase, TestRun } from '../runners/test-run.ts';
import { isMap } from '../base/text/parse-json.ts';

export const IGNORED_SUMS =
  'The sums of JUnit files are not compared with their tests (tests.junit.sums: ignore): a test that a file leaves out is found only if it was there before.';

/** @param recorded - the config as it is recorded */
export const ignoresSums = (recorded: unknown): boolean => {
  const tests = isMap(recorded) ? recorded['tests'] : null;
  const suites: unknown = isMap(tests) ? tests['suites'] : null;
  return Array.isArray(suites) && suites.some((suite) => isMap(suite) && suite['sums'] === 'ignore');
};

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

export interface DrawnBaseline {
  readonly baseline: Baseline;
  /** In sentences for people; empty when the run can begin. */
  readonly problems: readonly string[];
  /** Ids of the tests that failed in both runs and are not listed; each has a problem. Sorted. */
  readonly failing: readonly string[];
}

/** The suite ran twice on the same sources. @param knownFailing - `tests.known_failing` of the config */
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

export const nameSome = (names: readonly string[]): string => {
  const shown = names.slice(0, MOST_NAMED).join(', ');
  return names.length > MOST_NAMED ? `${shown}, and ${names.length - MOST_NAMED} more (${names.length} tests)` : shown;
};

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

/** How many tests give the same results, or why not: the rest of a sentence. @param after - under the new settings */
export const compareResults = (
  { passing, skipped }: Pick<Baseline, 'passing' | 'skipped'>,
  before: TestRun,
  after: TestRun,
): { readonly tests: number } | { readonly why: string } => {
  const [old, now] = [statesOf(before), statesOf(after)];
  const isAll = (id: string, state: string): boolean => old.get(id)?.every((each) => each === state) === true;
  const isBaseline = passing.every((id) => isAll(id, 'passed')) && skipped.every((id) => isAll(id, 'skipped'));
  if (isBroken(before) || !isBaseline)
    return { why: 'cannot be judged: in a copy, the earlier tests do not give the results of the baseline' };
  if (isBroken(after)) return { why: 'breaks the earlier tests: they give no complete report with it' };
  for (const [id, states] of old) {
    const [was, is] = [states.toSorted().join(', '), now.get(id)?.toSorted().join(', ') ?? 'missing'];
    if (was !== is) return { why: `changes results: the earlier test "${id}" is ${is} instead of ${was}` };
  }
  return { tests: old.size };
};

/** Several tests may have one id. */
export const statesOf = ({ tests }: Pick<TestRun, 'tests'>): ReadonlyMap<string, readonly TestCase['state'][]> => {
  const states = new Map<string, TestCase['state'][]>();
  for (const test of tests) states.set(testId(test), [...(states.get(testId(test)) ?? []), test.state]);
  return states;
};
