/** The tools that write JUnit XML, told by their files: what their sums count, and what they write in another way than most. */
import { type JunitCase, type JunitFile, type JunitPlace, attributeOf, type XmlElement } from './read-xml.ts';
import { propertiesOf, quirks } from './writer-quirks.ts';

export interface CountedTests {
  readonly tests: number;
  readonly skipped: number;
  readonly failed: number;
  readonly reruns: number;
  /** The suite and those inside of it. */
  readonly suites: number;
}

/** The meanings of `tests`: in words, and how many it may be at most where no test is lost. */
export const SUMS = {
  cases: { words: 'test cases', most: ({ tests }) => tests },
  levels: { words: 'test cases, and each suite once more', most: ({ tests, suites }) => tests + suites },
  runs: { words: 'runs, each rerun too', most: ({ tests, reruns }) => tests + reruns },
  pending: {
    words: 'test cases, and pending ones, which it leaves out without includePending',
    most: ({ tests, skipped }, claimedSkipped) =>
      claimedSkipped === null ? Number.POSITIVE_INFINITY : tests - skipped + claimedSkipped,
  },
  ran: { words: 'test cases that were not skipped', most: ({ tests, skipped }) => tests - skipped },
  hooks: { words: 'test cases and failing hooks of a file', most: ({ tests, failed }) => tests + failed },
  subtests: { words: 'test cases, their subtests, and errors after a test', most: () => Number.POSITIVE_INFINITY },
  assertions: { words: 'assertions', most: () => Number.POSITIVE_INFINITY },
  steps: { words: 'steps or rows', most: () => Number.POSITIVE_INFINITY },
} as const satisfies Readonly<
  Record<string, { readonly words: string; most: (counted: CountedTests, claimedSkipped: number | null) => number }>
>;

export interface JunitWriter {
  readonly name: string;
  readonly sums: keyof typeof SUMS;
  readonly isIn: (file: JunitFile) => boolean;
  /** Its `errors` are what the tests printed. */
  readonly errorsAreMessages?: boolean;
  /** Adds the facts that its elements alone do not say. */
  readonly adjust?: (test: JunitCase, place: JunitPlace) => JunitCase;
  /** Why the tests of a suite cannot be told, where more of them are in it than its sum says. */
  readonly tooMany?: (surplus: number) => string;
  /** Whether an error of a suite only repeats that tests in it failed. */
  readonly repeats?: (error: XmlElement, failed: number) => boolean;
}

const isNamed =
  (...names: readonly string[]) =>
  ({ root }: Pick<JunitFile, 'root'>): boolean =>
    [root, ...root.children].some((suite) => names.includes(attributeOf(suite, 'name')));
const everyTest =
  (holds: (test: XmlElement) => boolean) =>
  ({ tests }: JunitFile): boolean =>
    tests.length > 0 && tests.every(holds);
const hasProperty =
  (name: RegExp) =>
  ({ suites }: JunitFile): boolean =>
    suites.some((suite) => propertiesOf(suite).some((property) => name.test(attributeOf(property, 'name'))));

export const JUNIT_WRITERS: readonly JunitWriter[] = [
  {
    name: 'node:test',
    sums: 'cases',
    isIn: ({ comments }) => comments.some((comment) => /^duration_ms \d/.test(comment)),
    adjust: quirks.skipsFailures,
  },
  {
    name: 'doctest',
    sums: 'assertions',
    isIn: ({ suites }) => suites.some((suite) => attributeOf(suite, 'doctest_version') !== ''),
  },
  {
    name: 'Catch2',
    sums: 'assertions',
    isIn: ({ suites }) => suites.some((suite) => attributeOf(suite, 'hostname') === 'tbd'),
    adjust: quirks.skipsFailures,
  },
  {
    name: 'googletest',
    sums: 'cases',
    isIn: everyTest((test) => /^(?:completed|skipped|suppressed)$/.test(attributeOf(test, 'result'))),
  },
  {
    name: 'CTest',
    sums: 'cases',
    isIn: everyTest(
      (test) =>
        attributeOf(test, 'name') === attributeOf(test, 'classname') &&
        /^(?:run|fail|notrun|disabled)$/.test(attributeOf(test, 'status')),
    ),
    adjust: quirks.failsWhatCouldNotRun,
  },
  {
    name: 'Boost.Test',
    sums: 'ran',
    isIn: (file) =>
      file.root.name === 'testsuite' &&
      attributeOf(file.root, 'id') !== '' &&
      everyTest((test) => attributeOf(test, 'assertions') !== '')(file),
    adjust: quirks.knowsExpectedFailures,
  },
  { name: 'bun test', sums: 'cases', isIn: isNamed('bun test') },
  { name: 'node-tap', sums: 'levels', isIn: isNamed('TAP Tests'), adjust: quirks.readsDirectives },
  {
    name: 'PHPUnit',
    sums: 'cases',
    isIn: ({ suites }) => suites.some((suite) => attributeOf(suite, 'assertions') !== ''),
    adjust: quirks.readsPhpunit,
  },
  {
    name: 'Common Test',
    sums: 'cases',
    isIn: ({ tests }) => tests.some((test) => attributeOf(test, 'file').endsWith('_SUITE.erl')),
    adjust: quirks.knowsFixtures,
  },
  {
    name: 'EUnit',
    sums: 'cases',
    isIn: ({ suites }) => suites.some((suite) => /^(?:module|file|directory) ['"]/.test(attributeOf(suite, 'name'))),
    adjust: quirks.knowsGenerators,
  },
  {
    name: 'prove (TAP::Formatter::JUnit)',
    sums: 'cases',
    isIn: ({ suites }) => suites.some(quirks.hasTapOutput),
    adjust: quirks.readsTapOutput,
    repeats: quirks.isExitCodeOfFailures,
  },
  {
    name: 'bats',
    sums: 'hooks',
    isIn: ({ suites }) => suites.some((suite) => attributeOf(suite, 'name').endsWith('.bats')),
    adjust: quirks.readsBats,
  },
  {
    name: 'Qt Test',
    sums: 'cases',
    isIn: hasProperty(/^QTestVersion$/),
    adjust: quirks.readsQtResults,
    errorsAreMessages: true,
  },
  {
    name: 'Kyua',
    sums: 'cases',
    isIn: (file) => attributeOf(file.root, 'name') === '' && hasProperty(/^cwd$/)(file),
    adjust: quirks.knowsExpectedOfKyua,
  },
  { name: 'busted', sums: 'cases', isIn: ({ root }) => attributeOf(root, 'skip') !== '' },
  { name: 'pytest', sums: 'subtests', isIn: isNamed('pytest', 'pytest tests'), adjust: quirks.readsPytest },
  { name: 'nose2', sums: 'cases', isIn: isNamed('nose2-junit') },
  { name: 'gotestsum', sums: 'cases', isIn: hasProperty(/^go\.version$/) },
  { name: 'cargo-nextest', sums: 'cases', isIn: isNamed('nextest-run') },
  {
    name: 'Maven Surefire',
    sums: 'runs',
    isIn: ({ root, tests }) =>
      attributeOf(root, 'xsi:noNamespaceSchemaLocation').includes('surefire-test-report') ||
      tests.some(({ children }) => children.some(({ name }) => /^(?:rerun|flaky)(?:Failure|Error)$/.test(name))),
    adjust: quirks.knowsClassFailures,
  },
  { name: 'Ant', sums: 'cases', isIn: hasProperty(/^ant\.version$/), adjust: quirks.knowsClassFailures },
  {
    name: 'behave',
    sums: 'cases',
    isIn: everyTest(({ children }) =>
      children.some(({ name, text }) => name === 'system-out' && text.includes('@scenario.begin')),
    ),
    adjust: quirks.readsBehave,
  },
  {
    name: 'Behat',
    sums: 'steps',
    isIn: everyTest((test) => /^(?:passed|failed|undefined|pending|skipped)$/.test(attributeOf(test, 'status'))),
  },
  { name: 'gdUnit4', sums: 'steps', isIn: ({ root }) => /^report_\d+$/.test(attributeOf(root, 'name')) },
  {
    name: 'jest-junit',
    sums: 'cases',
    isIn: isNamed('jest tests'),
    // Its sum leaves them out, and nothing else.
    tooMany: (surplus) =>
      `has ${surplus} test.todo, and jest-junit writes each as a test that passes: use runner: jest, or remove it`,
  },
  { name: 'Vitest', sums: 'cases', isIn: isNamed('vitest tests'), adjust: quirks.knowsFilesAndBlocks },
  {
    name: 'mocha (xunit)',
    sums: 'cases',
    isIn: ({ root }) => root.name === 'testsuite' && isNamed('Mocha Tests')({ root }),
  },
  { name: 'mocha-junit-reporter', sums: 'pending', isIn: isNamed('Mocha Tests') },
  { name: 'CodeceptJS', sums: 'cases', isIn: isNamed('CodeceptJS'), adjust: quirks.knowsAttempts },
  { name: 'Web Test Runner', sums: 'cases', isIn: hasProperty(/^browser\.launcher$/) },
  { name: 'testem', sums: 'cases', isIn: isNamed('Testem Tests') },
  { name: 'Cucumber', sums: 'cases', isIn: isNamed('Cucumber'), adjust: quirks.readsCucumber },
  {
    name: 'RSpec (rspec_junit_formatter)',
    sums: 'cases',
    isIn: ({ root }) => attributeOf(root, 'name').startsWith('rspec'),
  },
];

/** The first that fits; `null` for a tool that dualgate does not know. */
export const findJunitWriter = (file: JunitFile): JunitWriter | null =>
  JUNIT_WRITERS.find(({ isIn }) => isIn(file)) ?? null;
