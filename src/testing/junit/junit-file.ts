/**
 * A JUnit file by its parts: what tells the tool that wrote it, and what a result is read from.
 *
 * @module
 */
import type { TestCase } from '../test-run.ts';
import { attributeOf, elementsIn, type XmlElement } from './read-xml.ts';

export interface JunitFile {
  readonly root: XmlElement;
  readonly suites: readonly XmlElement[];
  readonly tests: readonly XmlElement[];
  readonly comments: readonly string[];
}

/** One `testcase` while it is read. */
export interface JunitCase {
  /** As the runner wrote it; `''` when it wrote none. */
  readonly file: string;
  /** Class and name, or suite and name. */
  readonly path: readonly string[];
  readonly state: TestCase['state'];
  /** As the sums have it: there a test that passed in the end has passed. */
  readonly counted: TestCase['state'];
  /** It failed before it passed, or before it failed again: each such run. */
  readonly reruns: number;
  readonly message: string;
  /** The types of its failures, where each has one. */
  readonly failure?: TestCase['failure'];
  /** `outside`: no test, but a hook or a class; `beside`: a test that has the failure of a hook; `load`: a file that does not load. */
  readonly place: 'test' | 'outside' | 'beside' | 'load';
}

/** A `testcase` in its suites. */
export interface JunitPlace {
  readonly element: XmlElement;
  /** The innermost suite first. */
  readonly suites: readonly XmlElement[];
  /** Whether the names in its suite are numbered. */
  readonly isNumbered: boolean;
}

const NUMBER = /^(\d+)(?: - |$)/;
/** The number at the beginning of a test's name; `null` without one. */
export const numberOf = (test: XmlElement): string | null => NUMBER.exec(attributeOf(test, 'name'))?.[1] ?? null;

export const isSuite = ({ name }: XmlElement): boolean => name === 'testsuite' || name === 'testsuites';

export const openJunitFile = (root: XmlElement, comments: readonly string[]): JunitFile => {
  const all = [root, ...elementsIn(root)];
  return { root, comments, suites: all.filter(isSuite), tests: all.filter(({ name }) => name === 'testcase') };
};
