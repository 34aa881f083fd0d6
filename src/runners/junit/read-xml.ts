/** An XML file as a tree, as far as it is well-formed. Document types are refused, and with them every entity of a file's own. */
import sax from 'sax';
import type { TestCase } from '../test-run.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, bounded. */
  readonly text: string;
  /** In it, outside of its children. */
  readonly comments: readonly string[];
  /** Its end was read. */
  readonly isWhole: boolean;
}

interface XmlFile {
  readonly root: XmlElement | null;
  readonly comments: readonly string[];
  /** Why it is not read to its end; `null` when it is. */
  readonly problem: string | null;
}

type OpenElement = XmlElement & {
  readonly children: XmlElement[];
  readonly comments: string[];
  text: string;
  isWhole: boolean;
};

const MAX_DEPTH = 100;
const TEXT_LIMIT = 8_000;
/** A whole test file's output may be in it, and some writers say a result nowhere else. */
const OUTPUT_LIMIT = 1_000_000;

/** The text of an attribute; `''` where there is none. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string =>
  Object.hasOwn(attributes, name) ? (attributes[name] ?? '') : '';

/** Every element below it, in the order of the file. */
export const elementsIn = (element: XmlElement): readonly XmlElement[] =>
  element.children.flatMap((child) => [child, ...elementsIn(child)]);

export const readXml = (text: string): XmlFile => {
  if (text.trim() === '') return { root: null, comments: [], problem: 'it is empty' };
  const open: OpenElement[] = [];
  const comments: string[] = [];
  let root: OpenElement | null = null;
  let problem: string | null = null;
  const refuse = (why: string): void => {
    problem ??= why;
  };

  const parser = sax.parser(true, { position: false });
  parser.onerror = (error) => {
    refuse(`it is not well-formed XML (${error.message.split('\n')[0] ?? ''})`);
    // Else it throws at its end.
    parser.resume();
  };
  parser.ondoctype = () => refuse('it has a document type, which is not allowed');
  parser.oncomment = (comment) => {
    comments.push(comment.trim());
    open.at(-1)?.comments.push(comment.trim());
  };
  parser.onopentag = ({ name, attributes }) => {
    if (problem !== null) return;
    if (open.length === 0 && root !== null) {
      refuse(`it has a second <${name}> after its end: let the tool write each group of tests to a file of its own`);
      return;
    }
    if (open.length >= MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} levels deep`);
    const element: OpenElement = {
      name,
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([key, value]) => [key, typeof value === 'string' ? value : '']),
      ),
      children: [],
      text: '',
      comments: [],
      isWhole: false,
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element === undefined) return;
    const room = (element.name === 'system-out' ? OUTPUT_LIMIT : TEXT_LIMIT) - element.text.length;
    if (room > 0) element.text += part.slice(0, room);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    if (problem !== null) return;
    const closed = open.pop();
    if (closed !== undefined) closed.isWhole = true;
  };
  parser.write(text.replace(/^\uFEFF/, '')).close();
  return { root, comments, problem };
};

/** A JUnit file by its parts. */
export interface JunitFile {
  readonly root: XmlElement;
  readonly suites: readonly XmlElement[];
  readonly tests: readonly XmlElement[];
  readonly comments: readonly string[];
}

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

/** Bytes in which a declaration has to end. */
const HEAD_BYTES = 256;

export const decodeXml = (bytes: Uint8Array): { readonly text: string } | { readonly problem: string } => {
  const encoding = findMark(bytes) ?? findDeclared(bytes) ?? 'utf-8';
  try {
    const decoder = new TextDecoder(encoding);
    const text = decoder.decode(bytes);
    return { text: decoder.encoding === 'windows-1252' ? text.replaceAll(CONTROLS, nameControl) : text };
  } catch {
    return { problem: `it is written in ${encoding}, an encoding that dualgate cannot read: write it in UTF-8` };
  }
};

/** A file in UTF-16 without a mark begins with `<` in two bytes. */
const findMark = ([first, second]: Uint8Array): string | null => {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return first === 0xef && second === 0xbb ? 'utf-8' : null;
};

/** A declaration can be read in every encoding that is ASCII in its lower half. */
const findDeclared = (bytes: Uint8Array): string | null => {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  return /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'<>]+)["']/.exec(head)?.[1] ?? null;
};

/** Node 20 and 22 read windows-1252 as latin1, which has control characters in these places. */
const CONTROLS = /[\u0080-\u009F]/g;
const OF_WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

const nameControl = (control: string): string => OF_WINDOWS.charAt(control.charCodeAt(0) - 0x80);
