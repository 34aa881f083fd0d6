/**
 * An XML file as a tree, as far as it is well-formed: what stands before a mistake is still there. Document types are refused,
 * and with them every entity of a file's own.
 *
 * @module
 */
import sax from 'sax';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children, bounded. */
  readonly text: string;
  /** Its end was read. */
  readonly isWhole: boolean;
}

interface XmlFile {
  readonly root: XmlElement | null;
  readonly comments: readonly string[];
  /** Why it is not read to its end; `null` when it is. */
  readonly problem: string | null;
}

type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string; isWhole: boolean };

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

/** Never throws. */
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
  };
  parser.onopentag = ({ name, attributes }) => {
    if (problem !== null) return;
    if (open.length === 0 && root !== null) {
      refuse(`it has a second <${name}> after its end: let the tool write each group of tests to a file of its own`);
      return;
    }
    if (open.length >= MAX_DEPTH) refuse(`it is nested more than ${MAX_DEPTH} levels deep`);
    const texts = Object.entries(attributes).map(([key, value]) => [key, typeof value === 'string' ? value : '']);
    const element: OpenElement = {
      name,
      attributes: Object.fromEntries(texts),
      children: [],
      text: '',
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
