/**
 * One file of JUnit XML to its tests. There is no standard; what most writers have in common is read: `testcase` elements in
 * `testsuite` elements, with `failure`, `error` or `skipped` in them. Single writers differ: junit-writers.ts.
 *
 * @module
 */
import { isSuite, type JunitCase, openJunitFile } from './junit-file.ts';
import { judgeSums, type SuiteSums, sumSuite } from './junit-sums.ts';
import { findJunitWriter, type JunitWriter } from './junit-writers.ts';
import { findHidden } from './hidden-of-node.ts';
import { isNumberedSuite, readCase } from './read-case.ts';
import { attributeOf, readXml, type XmlElement } from './read-xml.ts';

interface ParsedJunit {
  /** `null`: a tool that dualgate does not know. */
  readonly writer: JunitWriter | null;
  readonly cases: readonly JunitCase[];
  /** Errors beside the tests. */
  readonly errors: readonly string[];
  /** Sums that do not fit its tests, one sentence each. */
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

interface Reading {
  readonly writer: JunitWriter | null;
  readonly found: Found;
}

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
