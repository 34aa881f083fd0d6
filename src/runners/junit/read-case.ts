/** One `testcase` of a JUnit file to a test, or to what it stands for. */
import { isNamedHook } from '../report/suite-report.ts';
import type { TestCase } from '../test-run.ts';
import { type JunitCase, type JunitPlace, numberOf, attributeOf, elementsIn, type XmlElement } from './read-xml.ts';
import type { JunitWriter } from './junit-writers.ts';

const STATES = new Map<string, TestCase['state']>([
  ['failure', 'failed'],
  ['error', 'failed'],
  // It failed, and was run again until it passed, or failed once more.
  ['rerunFailure', 'failed'],
  ['rerunError', 'failed'],
  ['flakyFailure', 'failed'],
  ['flakyError', 'failed'],
  ['skipped', 'skipped'],
  // testem: it failed, without a reason.
  ['todo', 'skipped'],
]);
/** Only names that say it: many tools write one type for all failures, or none. */
const ASSERTION =
  /(?:^|[.\\])(?:AssertionError|AssertionFailedError|ComparisonFailure|ExpectationFailedException|ExpectationNotMetError)$/;
const OF_RERUNS = /^(?:rerun|flaky)/;
const MESSAGE_LIMIT = 8_000;

/** Tests in the place of a hook or a class that failed: they are there only while something fails. */
const HOOKS: readonly RegExp[] = [
  /^$/,
  // JUnit 4 and 5, gradle.
  /^(?:initializationError|executionError|classMethod)$/,
  /^ ?Test execution failure: could be caused by test hooks/,
  // vitest 5: errors after the tests, and of types outside of them.
  /^vitest unhandled errors\./,
  // bun.
  /^\(unnamed\)$/,
  // unittest of Python.
  /^(?:setUp|tearDown)(?:Class|Module) \(/,
];
/** A test in the place of a file. */
const FILES = /^Test suite failed to run$/;

/** @param suites - around it, the innermost first */
export const readCase = (place: JunitPlace, writer: JunitWriter | null): JunitCase => {
  const test = readElement(place);
  const named = { ...test, path: withoutNumber(withoutLine(test.path), place) };
  const adjusted = writer?.adjust?.(named, place) ?? named;
  return adjusted.place === 'test' && adjusted.state === 'failed' ? placeFailure(adjusted) : adjusted;
};

const placeFailure = (test: JunitCase): JunitCase => {
  const names = [test.path.at(-1) ?? '', test.path.join('.')];
  if (names.some((name) => isNamedHook(name) || HOOKS.some((hook) => hook.test(name))))
    return { ...test, place: 'outside' };
  return test.path.some((part) => FILES.test(part))
    ? { ...test, place: 'load', file: test.file || (test.path.find((part) => !FILES.test(part)) ?? '') }
    : test;
};

const readElement = ({ element, suites }: JunitPlace): JunitCase => {
  const name = attributeOf(element, 'name');
  const group = attributeOf(element, 'classname') || (suites[0] === undefined ? '' : attributeOf(suites[0], 'name'));
  const results = elementsIn(element).filter((each) => STATES.has(each.name));
  const failures = results.filter((each) => STATES.get(each.name) === 'failed');
  const reruns = failures.filter((each) => OF_RERUNS.test(each.name));
  // ctest uses an attribute where others use an element.
  const isOff =
    results.some((each) => STATES.get(each.name) === 'skipped') ||
    ['disabled', 'notrun', 'skipped'].includes(attributeOf(element, 'status').toLowerCase());
  const passed = isOff ? 'skipped' : 'passed';
  return {
    file: attributeOf(element, 'file'),
    path: group === '' || group === name ? [name] : [group, name],
    state: failures.length > 0 ? 'failed' : passed,
    counted: failures.length > reruns.length ? 'failed' : passed,
    reruns: reruns.length,
    message: describeFailures(failures, reruns.length),
    ...(failures.length > 0 &&
      failures.every((each) => ASSERTION.test(attributeOf(each, 'type'))) && { failure: 'assertion' }),
    place: 'test',
  };
};

const describeFailures = (failures: readonly XmlElement[], reruns: number): string => {
  const text = failures
    .map((each) => {
      const said = attributeOf(each, 'message');
      return `${said === '' ? '' : `${said.slice(0, MESSAGE_LIMIT)}\n`}${each.text}`;
    })
    .join('')
    .slice(0, 2 * MESSAGE_LIMIT);
  return reruns > 0 && reruns === failures.length
    ? `flaky: it failed, and passed when it was run again\n${text}`
    : text;
};

/** A line moves with every edit above it. */
const withoutLine = ([first = '', ...rest]: readonly string[]): readonly string[] =>
  rest.length === 0 ? [first] : [first.replace(/^(\S*\.[a-zA-Z]\w*):\d+$/, '$1'), ...rest];

/** Whether the names of its tests begin with their numbers, which move with every test above. */
export const isNumberedSuite = ({ children }: XmlElement): boolean =>
  children.filter(({ name }) => name === 'testcase').every((test, i) => numberOf(test) === String(i + 1));

const withoutNumber = (path: readonly string[], { isNumbered }: JunitPlace): readonly string[] =>
  isNumbered ? [...path.slice(0, -1), (path.at(-1) ?? '').replace(/^\d+ - /, '')] : path;
