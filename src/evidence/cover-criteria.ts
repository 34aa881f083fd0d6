/**
 * The acceptance criteria that have a test, found by their ids in the names of tests: `AC-3` in `AC-3: no hyphen at either end`,
 * in `TestAC3_NoHyphen`, in `test_ac_3_no_hyphen`, in `ac3NoHyphen`.
 *
 * @module
 */
import type { Finding, WaitingCriteria } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { finding } from '../findings/findings.ts';
import { testId } from '../testing/is-green.ts';
import { isBelow } from '../testing/nesting.ts';
import type { TestCase, TestRun } from '../testing/test-run.ts';

export interface Coverage extends WaitingCriteria {
  readonly metrics: Pick<Metrics, 'criteria_covered' | 'criteria_passing'>;
  /** Criteria of which each has this one test and no other. */
  readonly shared: readonly { readonly ids: readonly string[]; readonly test: string }[];
  /** Tests whose name has characters that look like the id of a criterion without a test. */
  readonly look_alikes: readonly { readonly id: string; readonly test: string }[];
}

/** Earlier tests, by their ids, and the criterion that changed each: they are tests of it. */
type ChangedTests = readonly { readonly test: string; readonly because: string }[];

/** Whether a test is one of the criterion. */
const isTestOf = (id: string, changed: ChangedTests): ((test: TestCase) => boolean) => {
  const isNamed = mentionOf(id);
  return (test) => isNamed(test.name) || changed.some((each) => each.because === id && each.test === testId(test));
};

/** @param ids - of the criteria that have one */
export const coverCriteria = (
  ids: readonly string[],
  { tests, unhandled_errors }: TestRun,
  changed: ChangedTests = [],
): Coverage => {
  const found = ids.map((id) => {
    const isNamed = mentionOf(id);
    const named = tests.filter(isTestOf(id, changed));
    // The hook of a suite that failed (rule 2.13).
    const isBroken = unhandled_errors.some(isNamed);
    return {
      id,
      tests: named,
      isBroken,
      alike: named.length > 0 ? undefined : tests.find(({ name }) => isNamed(fold(name))),
    };
  });
  const covered = found.filter((each) => each.tests.length > 0);
  const passing = covered.filter((each) => !each.isBroken && each.tests.some((test) => passesFor(test, each.tests)));
  const onlyTests = new Map<string, readonly string[]>();
  for (const {
    id,
    tests: [only, ...more],
  } of covered) {
    if (only !== undefined && more.length === 0)
      onlyTests.set(testId(only), [...(onlyTests.get(testId(only)) ?? []), id]);
  }
  return {
    metrics: { criteria_covered: covered.length, criteria_passing: passing.length },
    without_test: found.filter((each) => !covered.includes(each)).map(({ id }) => id),
    without_passing: covered.filter((each) => !passing.includes(each)).map(({ id }) => id),
    look_alikes: found.flatMap(({ id, alike }) => (alike === undefined ? [] : [{ id, test: testId(alike) }])),
    shared: [...onlyTests].flatMap(([test, shared]) => (shared.length > 1 ? [{ ids: shared, test }] : [])),
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
  { without_test, without_passing, shared, look_alikes }: Coverage,
  expectation: 'must_fail' | 'must_pass',
  { tests, load_failures, report_complete }: Pick<TestRun, 'tests' | 'load_failures' | 'report_complete'>,
  changed: ChangedTests = [],
): readonly Finding[] => {
  // A file that does not load may have the test, and a test that fails or is skipped is named as such.
  const untested = load_failures.length === 0 && report_complete ? without_test : [];
  const listed = tests.filter(({ state }) => state !== 'passed');
  const unpassed = without_passing.filter((id) => !listed.some(isTestOf(id, changed)));
  return [
    ...(untested.length === 0 ? [] : [finding('criteria.without_test', { ids: untested })]),
    ...(unpassed.length === 0 || expectation === 'must_fail'
      ? []
      : [finding('criteria.without_passing', { ids: unpassed })]),
    ...look_alikes.map((one) => finding('criteria.look_alike', one)),
    ...shared.map((one) => finding('criteria.one_test', one)),
  ];
};

/**
 * As a whole word: `AC-1` is not in `AC-12`, `AC-1.2` or `AC-1-b`. In identifiers dashes are left out or written as
 * `_`, lower case is accepted between `_`, and so is camel case: `ac1NoHyphen`, `noHyphenAc1`.
 */
export const mentionOf = (id: string): ((name: string) => boolean) => {
  const parts = id.match(/[A-Za-z]+|\d+/g) ?? [id];
  const written = parts
    .map((part, i) => (i === 0 ? part : `[-_.]${/^\d/.test(part) && /\d$/.test(parts[i - 1] ?? '') ? '' : '?'}${part}`))
    .join('');
  const exact = new RegExp(
    `(?:(?<![A-Za-z0-9-])(?<![A-Z0-9]_)|(?<=[a-z])(?=[A-Z]))${written}(?:(?![A-Za-z0-9]|-\\w|[_.]\\d)|(?=[A-Z][a-z]))`,
  );
  const small = written.toLowerCase();
  const snake = new RegExp(`(?<=_)${small}(?![a-z0-9]|[-_.]\\d)|(?<![\\w-])${small}(?=_(?!\\d))`);
  const capitals = parts
    .map(
      (part, i) =>
        (/\d$/.test(parts[i - 1] ?? '') ? '_' : '') + part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join('');
  const camel = new RegExp(
    `(?<![\\w-])${capitals.charAt(0).toLowerCase()}${capitals.slice(1)}(?=[A-Z])|(?<=[a-z])${capitals}(?![a-z0-9]|[-_.]\\d)`,
  );
  return (name) => [exact, snake, camel].some((form) => form.test(name));
};
