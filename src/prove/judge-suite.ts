/** The results of the suite of one commit of a run, judged as by the floor (rules 1.4, 2.2 to 2.5); pure. */
import type { Guard } from '../../gates/record-parts.ts';
import { type Baseline, leftOut } from '../evidence/baseline.ts';
import { distinctTests, testId } from '../runners/is-green.ts';
import { parentsOf, type TestCase, type TestRun } from '../runners/test-run.ts';
import { showCount } from '../base/text/amounts.ts';

/** Its new tests as they were measured: on an assertion only where the runner said so of each. */
export const describeFailing = (all: readonly TestCase[], guards: readonly Guard[] = []): string => {
  const guarding = new Set(guards.flatMap(({ tests }) => tests));
  const fresh = all.filter((test) => !guarding.has(testId(test)));
  const named = guards.map(({ id, by, why }) => `; ${id} already holds (${by === 'spec' ? why : `the agent: ${why}`})`);
  const how = fresh.length > 0 && fresh.every(({ failure }) => failure === 'assertion') ? ' on an assertion' : '';
  return `${showCount(fresh.length, 'new test')} without code: each fails${how}; the earlier tests are no worse${named.join('')}`;
};

/** The reasons against the claim that all its new tests fail, by no error of their own, and that its old ones are no worse. */
export const judgeFailing = (run: TestRun, baseline: Baseline, guards: readonly Guard[] = []): readonly string[] => {
  const guarding = guards.flatMap(({ tests }) => tests);
  const fresh = newTests(run, baseline).filter((test) => !guarding.includes(testId(test)));
  return [
    ...findBroken(run),
    ...(fresh.length === 0 ? ['there is no new test'] : []),
    ...fresh.flatMap((test) =>
      test.state === 'failed' ? [] : [`${test.state} before there was code for it: ${testId(test)}`],
    ),
    ...fresh.flatMap((test) => (test.failure === 'own_error' ? [`fails by an error of its own: ${testId(test)}`] : [])),
    ...findWorse(run, [...baseline.passing, ...guarding], baseline),
  ];
};

export const judgePassing = (run: TestRun, baseline: Baseline, tests: readonly string[]): readonly string[] => {
  const ignored = leftOut(baseline);
  const counted = run.tests.filter((test) => !ignored.has(testId(test)));
  const wanted = new Set(tests);
  const knownFails = run.tests.some((test) => test.state === 'failed' && ignored.has(testId(test)));
  return [
    ...findBroken(run),
    ...(counted.length === 0 ? ['there is no test'] : []),
    ...(run.exit_code === 0 || run.exit_code === null || knownFails ? [] : [`the runner exited with ${run.exit_code}`]),
    ...findWorse(run, [...wanted], baseline),
    ...counted.flatMap((test) =>
      test.state === 'passed' || wanted.has(testId(test)) ? [] : [`${test.state}: ${testId(test)}`],
    ),
  ];
};

export const describeStart = ({ passing, skipped, known_failing }: Baseline): string =>
  [
    passing.length === 0
      ? 'no earlier test has to pass'
      : `the earlier suite is sound: ${passing.length} of its tests pass`,
    ...(skipped.length === 0 ? [] : [`${skipped.length} skipped`]),
    ...(known_failing.length === 0 ? [] : [`${known_failing.length} known to fail`]),
  ].join(', ');

/** How many tests passed in both runs, with the others named separately: a skipped or pending test has not passed. */
export const describePassing = (first: TestRun, second: TestRun): string => {
  const other = statesOf(second);
  const states = distinctTests(first.tests).map((test) =>
    test.state === 'passed' ? (other.get(testId(test)) ?? 'failed') : test.state,
  );
  const inState = (state: TestCase['state']): number => states.filter((each) => each === state).length;
  const [total, passed] = [states.length, inState('passed')];
  if (total === 0) return 'the suite runs at least one test, twice';
  if (passed === total)
    return total === 1 ? 'the only test passes in two runs' : `all ${total} tests, new and old, pass in two runs`;
  const others = (['skipped', 'failed'] as const).filter((state) => inState(state) > 0);
  return [
    `${passed} of ${total} tests pass`,
    ...others.map((state) => `${inState(state)} ${state}`),
    'in two runs',
  ].join(', ');
};

export const newTests = (run: TestRun, baseline: Baseline): readonly TestCase[] => {
  const known = new Set([...baseline.passing, ...baseline.skipped, ...baseline.known_failing]);
  return run.tests.filter((test) => !known.has(testId(test)));
};

const findBroken = (run: TestRun): readonly string[] => [
  ...(run.report_fresh && run.report_complete ? [] : ['its report is incomplete', ...run.problems]),
  ...run.load_failures.map(({ file }) => `${file} does not load`),
  ...run.unhandled_errors.map((message) => `an error outside any test: ${message.split('\n', 1)[0] ?? ''}`),
];

const findWorse = (run: TestRun, ids: readonly string[], { passing }: Baseline): readonly string[] => {
  const states = statesOf(run, new Set(passing));
  return ids.flatMap((id) => (states.get(id) === 'passed' ? [] : [`${states.get(id) ?? 'gone'}: ${id}`]));
};

/**
 * If tests share an id, one that did not pass counts. Subtests stand for a parent that passed (rule 2.13).
 * @param own - ids that passed as tests of their own: for them, no subtests stand
 */
const statesOf = ({ tests }: TestRun, own: ReadonlySet<string> = new Set()): ReadonlyMap<string, TestCase['state']> => {
  const states = new Map<string, TestCase['state']>();
  const told = tests.map((test) => [test, test.state] as const);
  const reported = new Set([...own, ...tests.map(testId)]);
  const stoodFor = told.flatMap(([test, state]) => parentsOf(test).map((parent) => [parent, state] as const));
  for (const [place, state] of [...told, ...stoodFor.filter(([parent]) => !reported.has(testId(parent)))]) {
    if (states.get(testId(place)) === undefined || state !== 'passed') states.set(testId(place), state);
  }
  return states;
};
