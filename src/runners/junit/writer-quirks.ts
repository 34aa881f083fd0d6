/** Single tools write some results in another way than most: their elements alone do not say them. */
import { type JunitCase, type JunitPlace, numberOf, attributeOf, type XmlElement } from './read-xml.ts';

type Adjust = (test: JunitCase, place: JunitPlace) => JunitCase;

const has = ({ children }: XmlElement, name: string): boolean => children.some((child) => child.name === name);
const textOf = ({ children }: XmlElement, name: string): string =>
  children
    .filter((child) => child.name === name)
    .map((child) => `${attributeOf(child, 'message')} ${child.text}`)
    .join('\n');
const nameOf = ({ path }: JunitCase): string => path.at(-1) ?? '';
const withName = (test: JunitCase, name: string): JunitCase => ({ ...test, path: [...test.path.slice(0, -1), name] });

/** node:test, Catch2: a test that skips itself, is todo or may fail, and then fails, is skipped: as `runner: node`. */
const skipsFailures: Adjust = (test, { element }) => (has(element, 'skipped') ? { ...test, state: 'skipped' } : test);

export const propertiesOf = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter(({ name }) => name === 'properties').flatMap((properties) => properties.children);

/** node-tap: what is skipped or todo has a property that says so, and nothing else. */
const readsDirectives: Adjust = (test, { element }) => {
  const isOff = propertiesOf(element).some((property) => /^(?:skip|todo)$/.test(attributeOf(property, 'name')));
  return isOff && test.state === 'passed' ? { ...test, state: 'skipped', counted: 'skipped' } : test;
};

/** CodeceptJS: an attempt that failed is a case that passed; the one of them with a property passed in the end. */
const knowsAttempts: Adjust = (test, { element }) => {
  const attempts = propertiesOf(element).find((property) => attributeOf(property, 'name') === 'retries');
  const reruns = attempts === undefined ? 0 : Number(attributeOf(attempts, 'value'));
  return reruns > 0 && test.state === 'passed'
    ? { ...test, state: 'failed', reruns, message: 'flaky: it failed, and passed when it was run again' }
    : test;
};

/** Vitest: a test with the name of its file stands for the file, and one with that of a block for a hook of the block. */
const knowsFilesAndBlocks: Adjust = (test, { suites: [suite] }) => {
  if (test.state !== 'failed') return test;
  if (test.path.length === 1) return { ...test, place: 'load', file: nameOf(test) };
  const inside = `${nameOf(test)} > `;
  const isBlock = suite?.children.some((child) => attributeOf(child, 'name').startsWith(inside)) === true;
  return isBlock ? { ...test, place: 'outside' } : test;
};

/** EUnit: a test in the place of those whose fixture failed. */
const knowsGenerators: Adjust = (test) =>
  test.state === 'failed' && / (?:setup|cleanup) \[[\d,]+\]$/.test(nameOf(test)) ? { ...test, place: 'outside' } : test;

const SEEN_AGAIN = new WeakMap<XmlElement, ReadonlySet<string>>();
const nameIn = (test: XmlElement): string => `${attributeOf(test, 'classname')} ${attributeOf(test, 'name')}`;

/** The names of several cases. */
const namesSeenAgain = (suite: XmlElement): ReadonlySet<string> => {
  const known = SEEN_AGAIN.get(suite);
  if (known !== undefined) return known;
  const once = new Set<string>();
  const again = new Set<string>();
  for (const name of suite.children.filter((child) => child.name === 'testcase').map(nameIn))
    (once.has(name) ? again : once).add(name);
  SEEN_AGAIN.set(suite, again);
  return again;
};

/** pytest: a test in the place of a file. An attempt that failed under its plugin flaky is a case more, and a pass. */
const readsPytest: Adjust = (test, { element, suites: [suite] }) => {
  if (
    element.children.some((child) => child.name === 'error' && attributeOf(child, 'message') === 'collection failure')
  )
    return { ...test, place: 'load' };
  return test.state === 'passed' && suite !== undefined && namesSeenAgain(suite).has(nameIn(element))
    ? { ...test, state: 'failed', reruns: 1, message: 'flaky: it was run more than once' }
    : test;
};

/** CTest calls a program that is missing, and a test whose fixture failed, skipped; its own exit code calls them failed. */
const failsWhatCouldNotRun: Adjust = (test, { element }) => {
  const why = attributeOf(element.children.find(({ name }) => name === 'skipped') ?? element, 'message');
  const couldNotRun = attributeOf(element, 'status') === 'notrun' && why !== '' && !why.startsWith('SKIP_');
  return couldNotRun ? { ...test, state: 'failed', message: `${why}\n${textOf(element, 'system-out')}` } : test;
};

/**
 * Boost.Test writes an expected failure as one: only a test that failed has a summary of it. It shows nothing, so it is
 * skipped. A global teardown that fails has no summary either (1.74, exit code 0).
 */
const knowsExpectedFailures: Adjust = (test, { element }) =>
  test.state === 'failed' &&
  nameOf(test) !== 'boost_test-setup-teardown' &&
  !has(element, 'error') &&
  !textOf(element, 'system-err').includes('Failures detected in')
    ? { ...test, state: 'skipped', counted: 'passed' }
    : test;

/** PHPUnit: a warning is no pass. A data provider that throws, or a class that cannot be a test, has a case without a class. */
const readsPhpunit: Adjust = (test, { element, suites: [suite] }) => {
  const isStandIn = attributeOf(element, 'classname') === '' && attributeOf(element, 'class') === '';
  const ofProvider = suite !== undefined && attributeOf(suite, 'name').includes('::');
  if (isStandIn && ofProvider && ['Error', 'Warning'].includes(nameOf(test)))
    return { ...test, place: 'load', message: test.message || textOf(element, 'warning').trim() };
  return has(element, 'warning') && test.state === 'passed' ? { ...test, state: 'skipped' } : test;
};

const FIXTURES = new Set(['init_per_suite', 'end_per_suite', 'init_per_group', 'end_per_group']);

/** Common Test counts its fixtures as tests of their own. One that passed is none, and one that failed is an error outside of tests. */
const knowsFixtures: Adjust = (test) => (FIXTURES.has(nameOf(test)) ? { ...test, place: 'outside' } : test);

/** Ant names the class of a failed `@BeforeClass`, and a batch whose JVM ended, by these classes. */
const CLASSES_OF_ANT = new Set(['junit.framework.TestSuite', 'Batch-With-Multiple-Tests']);

/** The JVM's runners put one test in the place of all tests of a class that failed before the first of them. */
const knowsClassFailures: Adjust = (test) => {
  const [group = ''] = test.path;
  const name = nameOf(test);
  const isOfClass = test.path.length === 1 || name === group.slice(group.lastIndexOf('.') + 1);
  return test.state === 'failed' && (isOfClass || CLASSES_OF_ANT.has(group)) ? { ...test, place: 'outside' } : test;
};

/**
 * Cucumber: a hook around the whole run is a case without a feature, named by its line, and in no sum. A scenario
 * without steps, such as one whose first step begins with a small letter, passes: it tests nothing, as its output says.
 */
const readsCucumber: Adjust = (test, { element }) => {
  if (test.state === 'failed') return attributeOf(element, 'classname') === '' ? { ...test, place: 'outside' } : test;
  return test.state === 'passed' && textOf(element, 'system-out').trim() === ''
    ? { ...test, state: 'skipped', counted: 'passed', message: 'the scenario has no steps' }
    : test;
};

/** behave: it says the steps of a scenario only in its output. */
const readsBehave: Adjust = (test, { element }) =>
  test.state === 'passed' && !/ \.\.\. \w+(?: in [\d.]+s)?$/m.test(textOf(element, 'system-out'))
    ? { ...test, state: 'skipped', counted: 'passed', message: 'the scenario has no steps' }
    : test;

const TAP_LINE = /^(?:not )?ok\b|^1\.\.\d/m;

/** Tested code may print such a line in any language; names with numbers are prove's. */
const hasTapOutput = (suite: XmlElement): boolean =>
  suite.children.some(({ name, text }) => name === 'system-out' && TAP_LINE.test(text)) &&
  suite.children.some((child) => child.name === 'testcase' && numberOf(child) !== null);

/** prove's JUnit forgets skip and todo; the TAP beside its tests has them. */
const readsTapOutput: Adjust = (test, { element, suites: [suite] }) => {
  return suite !== undefined && offPoints(suite).has(numberOf(element) ?? '') ? { ...test, state: 'skipped' } : test;
};

const OFF_POINT = /^(?:not )?ok (\d+)\b.*(?<!\\)# *(?:skip|todo)\b/i;
const OFF_POINTS = new WeakMap<XmlElement, ReadonlySet<string>>();

/** The numbers of the points that are skipped or todo. */
const offPoints = (suite: XmlElement): ReadonlySet<string> => {
  const known = OFF_POINTS.get(suite);
  if (known !== undefined) return known;
  const said = suite.children.find(({ name }) => name === 'system-out')?.text ?? '';
  const found = new Set(said.split('\n').flatMap((line) => OFF_POINT.exec(line)?.[1] ?? []));
  OFF_POINTS.set(suite, found);
  return found;
};

/** A Perl test exits with the number of its failures. */
const isExitCodeOfFailures = (error: XmlElement, failed: number): boolean => {
  const [, code] = /^Dubious, test returned (\d+)/.exec(attributeOf(error, 'message')) ?? [];
  return failed > 0 && Number(code) === Math.min(failed, 254);
};

const HOOK_OF_BATS = /\(from function `(?:setup|teardown)_(?:file|suite)'/;

/** bats writes the failure of a file's hook to the test before it, or to one without a name; and later names begin with a number. */
const readsBats: Adjust = (test, { element }) => {
  const named = withName(test, nameOf(test).replace(/^begin \d+ /, ''));
  const ofHook = nameOf(test) === '' ? 'outside' : 'beside';
  return HOOK_OF_BATS.test(textOf(element, 'failure')) ? { ...named, place: ofHook } : named;
};

/**
 * Qt Test: 5 has an attribute for the worst result of all rows, and a comment for each row that was skipped; 6 says neither that a
 * failure was expected nor that a test is on the blacklist.
 */
const readsQtResults: Adjust = (test, { element }) => {
  if (/^(?:init|cleanup)TestCase$/.test(nameOf(test))) return { ...test, place: 'outside' };
  if (attributeOf(element, 'classname') !== '' || test.state !== 'passed') return test;
  const result = attributeOf(element, 'result');
  if (result === 'pass' && !element.comments.some((comment) => comment.endsWith('type="skip"'))) return test;
  return { ...test, state: 'skipped', counted: result === 'bfail' ? 'failed' : 'skipped' };
};

/** Kyua: a failure that was expected passes, and only its output says so. */
const knowsExpectedOfKyua: Adjust = (test, { element }) =>
  test.state === 'passed' && textOf(element, 'system-err').trim().startsWith('Expected failure result details')
    ? { ...test, state: 'skipped', counted: 'passed' }
    : test;

export const quirks = {
  readsQtResults,
  knowsExpectedOfKyua,
  skipsFailures,
  readsDirectives,
  knowsAttempts,
  knowsFilesAndBlocks,
  knowsGenerators,
  readsPytest,
  failsWhatCouldNotRun,
  knowsExpectedFailures,
  readsPhpunit,
  knowsFixtures,
  knowsClassFailures,
  readsCucumber,
  readsBehave,
  hasTapOutput,
  readsTapOutput,
  isExitCodeOfFailures,
  readsBats,
};
