/**
 * The place of a value of a YAML document in its file, down to a character within a text.
 *
 * @module
 */
import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/** Counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Places {
  /** The place of the value at `path`; of its key if the value is empty; of the nearest thing around it if it is absent. */
  readonly placeOf: (path: readonly PropertyKey[]) => Place;
  /** The place of the key that `path` ends with. */
  readonly placeOfKey: (path: readonly PropertyKey[]) => Place;
  /** A place within the text at `path`, as far as its notation keeps lines and columns. */
  readonly placeWithin: (path: readonly PropertyKey[], within: Place) => Place;
}

interface Found {
  readonly key: Node | null;
  readonly value: Node | null;
  /** Steps of the path that do not exist. */
  readonly missing: number;
}

/** `text` is the complete file, `lineCounter` the one that it was parsed with. */
export const findPlaces = (document: Document.Parsed, text: string, lineCounter: LineCounter): Places => {
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const start = (node: Node | null): number => node?.range?.[0] ?? 0;
  const placeOf: Places['placeOf'] = (path) => {
    const { key, value, missing } = find(document, path);
    return placeAt(start(key !== null && (missing > 0 || isEmpty(value)) ? key : value));
  };
  return {
    placeOf,
    placeOfKey: (path) => {
      const { key, value } = find(document, path);
      return placeAt(start(key ?? value));
    },
    placeWithin: (path, within) => {
      const { value } = find(document, path);
      if (!isScalar(value) || typeof value.value !== 'string') return placeOf(path);
      const from = start(value);
      const content = value.value;
      if (value.type === 'BLOCK_LITERAL') return withinBlock(text, placeAt(from), content, within) ?? placeOf(path);
      // One line without escapes, quoted or not: the file contains the text unchanged.
      const shift = [0, 1].find((quote) => text.startsWith(content, from + quote));
      const verbatim = shift !== undefined && !content.includes('\n') && within.line === 1;
      return verbatim ? placeAt(from + shift + within.column - 1) : placeOf(path);
    },
  };
};

/** The lines of a literal block are those of the file, from the line after its header, without their indentation. */
const withinBlock = (text: string, header: Place, content: string, within: Place): Place | null => {
  const line = header.line + within.line;
  const written = text.split('\n')[line - 1]?.replace(/\r$/, '');
  const read = content.split('\n')[within.line - 1];
  if (written === undefined || read === undefined || !written.endsWith(read)) return null;
  return { line, column: written.length - read.length + within.column };
};

const find = (document: Document.Parsed, path: readonly PropertyKey[]): Found => {
  let found: Found = { key: null, value: resolve(document, document.contents), missing: 0 };
  for (const [position, step] of path.entries()) {
    const next = descend(document, found.value, step);
    if (next === null) return { ...found, missing: path.length - position };
    found = { key: next.key, value: next.value, missing: 0 };
  }
  return found;
};

const descend = (document: Document.Parsed, parent: Node | null, step: PropertyKey): Omit<Found, 'missing'> | null => {
  if (isMap<Node, Node | null>(parent)) {
    const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
    return pair === undefined ? null : { key: pair.key, value: resolve(document, pair.value) };
  }
  if (isSeq<Node>(parent) && typeof step === 'number') {
    const item = parent.items[step];
    return item === undefined ? null : { key: null, value: resolve(document, item) };
  }
  return null;
};

const resolve = (document: Document.Parsed, node: Node | null): Node | null =>
  isAlias(node) ? (node.resolve(document) ?? node) : node;

const isEmpty = (node: Node | null): boolean =>
  node === null || (isScalar(node) && node.value === null && node.source === '');
