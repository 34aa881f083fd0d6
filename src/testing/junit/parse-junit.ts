/**
 * One file of JUnit XML to its tests. There is no standard; what surefire, gradle, phpunit, rspec, pytest, vitest, node and
 * ctest have in common is read: `testcase` elements in `testsuite` elements, with `failure`, `error` or `skipped` in them.
 *
 * @module
 */
import sax from 'sax';
import { closeJunitSuite, countJunitCase, type JunitSums, openJunitSuite } from './junit-sums.ts';
import type { TestCase } from '../test-run.ts';

export interface JunitCase {
  /** As the runner wrote it; `''` when it wrote none. */
  readonly file: string;
  /** Class and name, or suite and name. */
  readonly path: readonly string[];
  readonly state: TestCase['state'];
  readonly message: string;
}

/** The tests of a file and what is wrong with its sums, or why it is none. */
type ParsedJunit =
  | { readonly cases: readonly JunitCase[]; readonly problems: readonly string[] }
  | { readonly problem: string };

const STATES = new Map<string, TestCase['state']>([
  ['failure', 'failed'],
  ['error', 'failed'],
  // In surefire and gradle: it failed, and was run again until it passed.
  ['rerunFailure', 'failed'],
  ['rerunError', 'failed'],
  ['flakyFailure', 'failed'],
  ['flakyError', 'failed'],
  ['skipped', 'skipped'],
]);
const OF_RERUNS = /^(?:rerun|flaky)/;
const MAX_DEPTH = 100;
const MESSAGE_LIMIT = 8_000;

interface OpenCase {
  readonly file: string;
  readonly path: readonly string[];
  state: TestCase['state'];
  /** As the sums have it: there a test that passed in the end has passed. */
  counted: TestCase['state'];
  message: string;
}

/** Never throws. */
export const parseJunit = (text: string): ParsedJunit => {
  const cases: JunitCase[] = [];
  const problems: string[] = [];
  const suites: JunitSums[] = [];
  const open: string[] = [];
  let current: OpenCase | null = null;
  let hasRoot = false;
  let refused: string | null = null;
  const refuse = (why: string): void => {
    refused ??= why;
  };

  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    refuse(`it is not well-formed XML (${error.message.split('\n')[0] ?? ''})`);
    // Else it throws at its end.
    parser.resume();
  };
  parser.ondoctype = () => refuse('it has a document type, which is not allowed');
  parser.onopentag = ({ name, attributes }) => {
    const read = (attribute: string): string => {
      const value = Object.hasOwn(attributes, attribute) ? attributes[attribute] : '';
      return typeof value === 'string' ? value : '';
    };
    if (open.length === 0 && hasRoot) refuse('it has content after its end');
    hasRoot = true;
    if (open.length === 0 && name !== 'testsuites' && name !== 'testsuite')
      refuse(`it is not JUnit XML (got <${name}>)`);
    if (open.length >= MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} levels deep`);
    open.push(name);
    if (name === 'testsuites' || name === 'testsuite') suites.push(openJunitSuite(read));
    else if (name === 'testcase' && current === null) current = openCase(read, suites.at(-1)?.name ?? '');
    else if (current !== null) addResult(current, name, read('message'));
  };
  const addText = (part: string): void => {
    const element = open.at(-1) ?? '';
    if (current !== null && STATES.get(element) === 'failed' && current.message.length < MESSAGE_LIMIT)
      current.message += part.slice(0, MESSAGE_LIMIT);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = (name) => {
    open.pop();
    if (name === 'testcase' && current !== null && !open.includes('testcase')) {
      countJunitCase(suites, current.counted, isSameFailure(cases.at(-1), current));
      cases.push(current);
      current = null;
    } else if (name === 'testsuites' || name === 'testsuite') {
      const problem = closeJunitSuite(suites);
      if (problem !== null) problems.push(problem);
    }
  };
  if (text.trim() === '') return { problem: 'it is empty' };
  parser.write(text).close();
  return refused === null ? { cases, problems } : { problem: refused };
};

const isSameFailure = (last: JunitCase | undefined, { state, path }: JunitCase): boolean =>
  state === 'failed' && last?.state === 'failed' && last.path.join('\0') === path.join('\0');

const openCase = (read: (attribute: string) => string, suite: string): OpenCase => {
  const [name, group] = [read('name'), read('classname') || suite];
  // ctest uses an attribute where others use an element.
  const isOff = ['disabled', 'notrun', 'skipped'].includes(read('status').toLowerCase());
  const path = group === '' || group === name ? [name] : [group, name];
  const state = isOff ? 'skipped' : 'passed';
  return { file: read('file'), path, state, counted: state, message: '' };
};

const addResult = (test: OpenCase, element: string, message: string): void => {
  const state = STATES.get(element);
  if (state === undefined) return;
  if (test.state !== 'failed') test.state = state;
  if (test.counted !== 'failed' && !OF_RERUNS.test(element)) test.counted = state;
  if (state === 'failed' && message !== '') test.message += `${message.slice(0, MESSAGE_LIMIT)}\n`;
};
