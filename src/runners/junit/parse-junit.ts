/**
 * One file of JUnit XML to its tests. It reads what most writers have in common: `testcase` elements in `testsuite`
 * elements, with `failure`, `error` or `skipped` in them. Single writers differ: junit-writers.ts.
 */
import { attributeOf, type XmlElement, type JunitCase, isSuite, openJunitFile, readXml } from './read-xml.ts';
import { type CountedTests, type JunitWriter, SUMS, findJunitWriter } from './junit-writers.ts';
import { isNumberedSuite, readCase } from './read-case.ts';

// A JUnit file's own sums beside what was counted: a missing test makes one too large; more tests are no sign of a cut.

/** The tests of a suite and those inside of it. `own`: failures of this suite alone; `own_tests`: its tests without hooks. */
interface SuiteSums extends CountedTests {
  readonly own: number;
  readonly own_tests: number;
  /** Tests that passed when they were run again, and errors beside the tests. */
  readonly other: number;
}

/** @param cases - of this suite alone @param errors - beside them @param inner - sums of the suites in it */
const sumSuite = (cases: readonly JunitCase[], errors: number, inner: readonly SuiteSums[]): SuiteSums => {
  const count = (is: (test: JunitCase) => boolean): number => cases.filter(is).length;
  const own = count(({ counted }) => counted === 'failed');
  const sum = (name: keyof SuiteSums, start: number): number => inner.reduce((all, each) => all + each[name], start);
  return {
    tests: sum('tests', cases.length),
    skipped: sum(
      'skipped',
      count(({ counted }) => counted === 'skipped'),
    ),
    failed: sum('failed', own),
    reruns: cases.reduce((all, { reruns }) => all + reruns, sum('reruns', 0)),
    suites: sum('suites', 1),
    other: sum('other', errors + count(({ reruns }) => reruns > 0)),
    own,
    own_tests: count(({ place }) => place === 'test'),
  };
};

/** A sentence when a suite has less than its sums say; `null` when it has not. */
const judgeSums = (suite: XmlElement, counted: SuiteSums, writer: JunitWriter | null): string | null => {
  const name = attributeOf(suite, 'name');
  const where = name === '' ? 'a suite' : `the suite ${name}`;
  const tests = sumOf(suite, 'tests');
  const failed = sumOf(suite, 'failures', ...(writer?.errorsAreMessages === true ? [] : ['errors']));
  const skipped = sumOf(suite, 'skipped', 'skips', 'skip', 'disabled');
  const { words, most } = SUMS[writer?.sums ?? 'cases'];
  const surplus = tests === null ? 0 : counted.own_tests - tests;
  if (surplus > 0 && writer?.tooMany !== undefined) return `${where} ${writer.tooMany(surplus)}`;
  if (tests !== null && !(tests <= most(counted, skipped)))
    return `${where} claims ${tests} tests and contains ${counted.tests}${writer === null ? '' : ` (${writer.name} counts ${words})`}`;
  // A test can fail twice, in itself and after itself.
  if (failed !== null && failed > 0 && counted.failed + counted.other === 0)
    return `${where} claims ${failed} failures and contains 0`;
  // The writer may know that a failure was expected.
  if (failed !== null && writer === null && failed < counted.own)
    return `${where} claims ${failed} failures and contains ${counted.failed}`;
  if (skipped !== null && skipped > 0 && counted.skipped === 0 && writer?.sums !== 'pending')
    return `${where} claims ${skipped} skipped tests and contains none`;
  return null;
};

/** `null`: it gives no such sum. */
const sumOf = (suite: XmlElement, ...attributes: readonly string[]): number | null => {
  const given = attributes.map((name) => attributeOf(suite, name)).filter((text) => text !== '');
  return given.length === 0 ? null : given.reduce((total, text) => total + Number(text), 0);
};

/** Why such a file is no report of its run; `null` when its counts show no test that it hides. */
const findHidden = (comments: readonly string[], cases: readonly JunitCase[]): string | null => {
  const countOf = (...names: readonly string[]): number =>
    comments.reduce((sum, comment) => {
      const [, name = '', count] = /^(\w+) (\d+)$/.exec(comment.trim()) ?? [];
      return names.includes(name) ? sum + Number(count) : sum;
    }, 0);
  const shown = (state: JunitCase['state']): number => cases.filter((test) => test.state === state).length;
  // The tests around a failed test have failed, too.
  const failed = shown('failed') === 0 ? countOf('fail', 'cancelled') : 0;
  const skipped = countOf('skipped', 'todo') - shown('skipped');
  if (failed <= 0 && skipped <= 0) return null;
  const what = failed > 0 ? `${failed} failed` : `${skipped} skipped or todo`;
  return `the JUnit report of node:test counts ${what} and does not say which: use runner: node, without --test-reporter=junit`;
};

interface ParsedJunit {
  /** `null`: a tool that dualgate does not know. */
  readonly writer: JunitWriter | null;
  readonly cases: readonly JunitCase[];
  readonly errors: readonly string[];
  readonly sums: readonly string[];
  /** Why it is not read to its end; `null` when it is. */
  readonly problem: string | null;
}

/** Never throws. */
export const parseJunit = (text: string): ParsedJunit => {
  const { root, comments, problem } = readXml(text);
  const nothing = { writer: null, cases: [], errors: [], sums: [] };
  if (root === null) return { ...nothing, problem };
  if (!isSuite(root)) return { ...nothing, problem: problem ?? `it is not JUnit XML (got <${root.name}>)` };
  const writer = findJunitWriter(openJunitFile(root, comments));
  const found: Found = { cases: [], errors: [], sums: [] };
  readSuite(root, [], { writer, found });
  const { cases, errors, sums } = found;
  const unread = cases.find(({ path }) => path.some((part) => part.includes('\uFFFD')));
  const garbled =
    unread === undefined ? null : `the name of a test is not in the encoding of the file: ${unread.path.join(' > ')}`;
  const hidden = writer?.name === 'node:test' ? findHidden(comments, cases) : null;
  return { writer, cases, errors, sums, problem: problem ?? garbled ?? hidden };
};

interface Found {
  readonly cases: JunitCase[];
  readonly errors: string[];
  readonly sums: string[];
}

type Reading = Pick<ParsedJunit, 'writer'> & { readonly found: Found };

/** Adds what is in a suite, in the order of the file. @param around - the innermost suite first */
const readSuite = (suite: XmlElement, around: readonly XmlElement[], { writer, found }: Reading): SuiteSums => {
  const suites = [suite, ...around];
  const isNumbered = isNumberedSuite(suite);
  const own: JunitCase[] = [];
  const inner: SuiteSums[] = [];
  for (const element of suite.children) {
    if (isSuite(element)) inner.push(readSuite(element, suites, { writer, found }));
    // The end of one that is cut off may say that it failed.
    else if (element.name === 'testcase' && element.isWhole) {
      const test = readCase({ element, suites, isNumbered }, writer);
      own.push(test);
      found.cases.push(test);
    }
  }
  const errors = suite.children.filter(({ name }) => name === 'error' || name === 'failure');
  const failed = own.filter(({ state }) => state === 'failed').length;
  for (const error of errors)
    if (writer?.repeats?.(error, failed) !== true) found.errors.push(describeError(error, suite));
  // A suite that is skipped is a result beside its tests (rule 2.13).
  const skips = suite.children.filter(({ name }) => name === 'skipped').length;
  if (skips > 0) found.cases.push(skippedSuite(suite, own));
  const counted = sumSuite(own, errors.length, inner);
  const sums = { ...counted, skipped: counted.skipped + skips };
  const problem = suite.isWhole ? judgeSums(suite, sums, writer) : null;
  if (problem !== null) found.sums.push(problem);
  return sums;
};

const skippedSuite = (suite: XmlElement, [first]: readonly JunitCase[]): JunitCase => ({
  file: first?.file ?? attributeOf(suite, 'file'),
  path: [attributeOf(suite, 'name')],
  state: 'skipped',
  counted: 'skipped',
  reruns: 0,
  message: '',
  place: 'test',
});

const describeError = (error: XmlElement, suite: XmlElement): string => {
  const said = attributeOf(error, 'message') || error.text.trim();
  return [attributeOf(suite, 'name'), said].filter((part) => part !== '').join(': ') || `<${error.name}>`;
};
