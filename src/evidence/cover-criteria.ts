/** Criteria that have a test, found by their ids in names of tests: `AC-3`, `TestAC3_NoHyphen`, `ac3NoHyphen`. */
import { mentionOf, type SpecCriteria } from './criteria.ts';
import type { Finding, WaitingCriteria } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { finding } from './findings/findings.ts';
import { testId } from '../runners/is-green.ts';
import type { TestsExpectation } from '../../gates/phase.ts';
import { type Baseline, leftOut } from './baseline.ts';
import { isBelow, type TestCase, type TestRun } from '../runners/test-run.ts';

// A test stands for one criterion, unless the spec names several together: the innermost name with an id decides.

interface Named {
  /** Full name, suites and title joined by ` > `. */
  readonly name: string;
}

/** @param together - ids that the spec names in one criterion */
const testsOfCriteria = <T extends Named>(
  ids: readonly string[],
  tests: readonly T[],
  together: readonly (readonly string[])[] = [],
): ReadonlyMap<string, readonly T[]> => {
  const found = new Map<string, T[]>(ids.map((id) => [id, []]));
  const mentions = ids.map((id) => ({ id, isNamed: mentionOf(id) }));
  const several: { readonly test: T; readonly named: readonly string[] }[] = [];
  for (const test of tests) {
    const named = namedIn(test.name, mentions);
    const isOne = named.length === 1 || together.some((group) => named.every((id) => group.includes(id)));
    if (isOne) for (const id of named) found.get(id)?.push(test);
    else if (named.length > 1) several.push({ test, named });
  }
  const taken = new Map<(typeof several)[number], string>();
  const take = (id: string, seen: Set<object>): boolean =>
    several.some((each) => {
      if (!each.named.includes(id) || seen.has(each)) return false;
      seen.add(each);
      const other = taken.get(each);
      if (other !== undefined && !take(other, seen)) return false;
      taken.set(each, id);
      return true;
    });
  for (const id of ids) if (found.get(id)?.length === 0) take(id, new Set());
  for (const each of several) found.get(taken.get(each) ?? each.named[0] ?? '')?.push(each.test);
  return found;
};

const namedIn = (
  name: string,
  mentions: readonly { readonly id: string; readonly isNamed: (name: string) => boolean }[],
): readonly string[] => {
  const idsIn = (part: string): readonly string[] =>
    mentions.filter(({ isNamed }) => isNamed(part)).map(({ id }) => id);
  return (
    name
      .split(' > ')
      .map(idsIn)
      .findLast((ids) => ids.length > 0) ?? idsIn(name)
  );
};

export interface Coverage extends WaitingCriteria {
  readonly metrics: Pick<Metrics, 'criteria_covered' | 'criteria_passing'>;
  /** Those of `without_passing` whose tests all passed: a hook of their suite failed, or a test around them. */
  readonly broken: readonly string[];
  /** Tests that name a criterion without a test, and stand for another that they name. */
  readonly shared: readonly { readonly ids: readonly string[]; readonly test: string }[];
  /** Tests from before the run that name a criterion without a test. */
  readonly earlier: readonly { readonly id: string; readonly test: string }[];
  /** Tests whose name has characters that look like the id of a criterion without a test. */
  readonly look_alikes: readonly { readonly id: string; readonly test: string }[];
}

interface Covering {
  /** Earlier tests, by their ids, and the criterion that changed each: they are tests of it. @default none */
  readonly changed?: readonly { readonly test: string; readonly because: string }[];
  /** Ids that the spec names together. @default none */
  readonly together?: readonly (readonly string[])[];
  /** Whether a test, by its id, is new in the run. @default all are */
  readonly isNew?: (test: string) => boolean;
  /** Whether an earlier test covers a criterion that has no new one. @default false */
  readonly mayBeOld?: boolean;
}

interface KnownCoverage extends Pick<Covering, 'changed'> {
  readonly baseline: Baseline;
  readonly criteria: Pick<SpecCriteria, 'together'>;
}

/** In a run: a phase whose tests must fail asks for new ones; without such a phase there may be none. */
export const coveringOf = (
  { baseline, changed = [], criteria }: KnownCoverage,
  expectation: TestsExpectation,
): Covering => {
  const earlier = new Set([...baseline.passing, ...leftOut(baseline)]);
  return {
    changed,
    isNew: (test) => !earlier.has(test),
    mayBeOld: expectation === 'must_pass',
    ...(criteria.together === undefined ? {} : { together: criteria.together }),
  };
};

/** New in the run, or changed by it: an earlier task may have had a criterion of the same id. */
export const findTestsOf = (
  ids: readonly string[],
  tests: readonly TestCase[],
  { changed = [], together = [], isNew = () => true, mayBeOld = false }: Covering = {},
): ReadonlyMap<string, readonly TestCase[]> => {
  const fresh = testsOfCriteria(
    ids,
    tests.filter((test) => isNew(testId(test))),
    together,
  );
  const all = mayBeOld ? testsOfCriteria(ids, tests, together) : fresh;
  return new Map(
    ids.map((id) => {
      const named = fresh.get(id) ?? [];
      const own = new Set(changed.filter(({ because }) => because === id).map(({ test }) => test));
      const edited = tests.filter((test) => own.has(testId(test)) && !named.includes(test));
      const found = [...named, ...edited];
      return [id, found.length > 0 ? found : (all.get(id) ?? [])];
    }),
  );
};

/** @param ids - of the criteria that have one */
export const coverCriteria = (
  ids: readonly string[],
  { tests, unhandled_errors }: TestRun,
  covering: Covering = {},
): Coverage => {
  const testsOf = findTestsOf(ids, tests, covering);
  const found = ids.map((id) => {
    const isNamed = mentionOf(id);
    const named = testsOf.get(id) ?? [];
    // The hook of a suite that failed (rule 2.13).
    const isBroken = unhandled_errors.some(isNamed);
    return {
      id,
      isNamed,
      tests: named,
      isBroken,
      alike: named.length > 0 ? undefined : tests.find(({ name }) => !isNamed(name) && isNamed(fold(name))),
    };
  });
  const covered = found.filter((each) => each.tests.length > 0);
  const passing = covered.filter((each) => !each.isBroken && each.tests.some((test) => passesFor(test, each.tests)));
  const { isNew = () => true } = covering;
  const untested = found.filter((each) => !covered.includes(each));
  const naming = untested.flatMap(({ id, isNamed }) => {
    const test = tests.find(({ name }) => isNamed(name));
    return test === undefined ? [] : [{ id, name: test.name, test: testId(test) }];
  });
  return {
    metrics: { criteria_covered: covered.length, criteria_passing: passing.length },
    without_test: untested.map(({ id }) => id),
    without_passing: covered.filter((each) => !passing.includes(each)).map(({ id }) => id),
    broken: covered
      .filter((each) => !passing.includes(each) && each.tests.every(({ state }) => state === 'passed'))
      .map(({ id }) => id),
    look_alikes: found.flatMap(({ id, alike }) => (alike === undefined ? [] : [{ id, test: testId(alike) }])),
    shared: naming
      .filter(({ test }) => isNew(test))
      .map(({ name, test }) => ({ ids: found.filter(({ isNamed }) => isNamed(name)).map(({ id }) => id), test })),
    earlier: naming.flatMap(({ id, test }) => (isNew(test) ? [] : [{ id, test }])),
  };
};

/** A test that passes, and not below a parent of the same criterion that does not (rule 2.13). */
const passesFor = (test: TestCase, named: readonly TestCase[]): boolean =>
  test.state === 'passed' && !named.some((other) => other.state !== 'passed' && isBelow(test, other));

/** A letter of another alphabet, and the one that it looks like. */
const LETTERS = 'АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЅS ЈJ ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'.split(' ');

/** Letters of other alphabets, dashes and wide forms, as the characters that they look like. Only for advice. */
const fold = (name: string): string =>
  LETTERS.reduce(
    (text, pair) => text.replaceAll(pair.charAt(0), pair.charAt(1)),
    name.normalize('NFKC').replaceAll(/[\u2010-\u2015\u2212]/g, '-'),
  );

/** `must_fail`: that no test passes yet is as it should be. */
export const findingsOfCoverage = (
  { without_test, broken, shared, earlier, look_alikes }: Coverage,
  expectation: TestsExpectation,
  { load_failures, report_complete }: Pick<TestRun, 'load_failures' | 'report_complete'>,
): readonly Finding[] => {
  // A file that does not load may have the test, and a test that fails or is skipped is named as such.
  const untested = load_failures.length === 0 && report_complete ? without_test : [];
  return [
    ...(untested.length === 0 ? [] : [finding('criteria.without_test', { ids: untested })]),
    ...(broken.length === 0 || expectation === 'must_fail'
      ? []
      : [finding('criteria.without_passing', { ids: broken })]),
    ...look_alikes.map((one) => finding('criteria.look_alike', one)),
    ...(untested.length === 0
      ? []
      : [
          ...shared.map((one) => finding('criteria.one_test', one)),
          ...earlier.map((one) => finding('criteria.earlier_test', one)),
        ]),
  ];
};
