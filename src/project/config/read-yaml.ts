/** YAML text as documents that know the place of everything in them. Core schema only: no merge keys, no custom tags. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  visit,
  CST,
  Lexer,
} from 'yaml';
import type { ConfigProblem } from './find-config.ts';

/** Counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

interface Places {
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
const findPlaces = (document: Document.Parsed, text: string, lineCounter: LineCounter): Places => {
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

/** One document. `value` is unknown data: maps may have any keys, and a list may contain itself. */
export interface YamlDocument extends Places {
  readonly value: unknown;
}

interface YamlText {
  /** In order; none when there are problems. */
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly ConfigProblem[];
}

/** A longer text is no config; the limit protects against abuse. */
const LONGEST_TEXT = 100_000;
const DEEPEST = 100;
/** How much of a key is shown. */
const LONGEST_KEY = 80;
/** The maximum number of nodes that aliases may expand to in one document. */
const MOST_ALIASES = 100;

/** Reads every document of `text`. Problems of any text are returned as problems of the file `path`. */
export const readYaml = (text: string, path: string): YamlText => {
  if (text.length > LONGEST_TEXT)
    return refuse(path, `is too long (${text.length} characters of at most ${LONGEST_TEXT})`);
  if (nestsDeeperThan(DEEPEST, text)) return refuse(path, `is nested too deeply (more than ${DEEPEST} levels)`);
  return readDocuments(text, path);
};

const readDocuments = (text: string, path: string): YamlText => {
  const lineCounter = new LineCounter();
  const parsed = [
    ...parseAllDocuments(text, {
      lineCounter,
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      stringKeys: true,
      uniqueKeys: true,
      prettyErrors: false,
      logLevel: 'error',
    }),
  ];
  const at = (offset: number, message: string): ConfigProblem => {
    const { line, col } = lineCounter.linePos(offset);
    return { path, line, column: col, message };
  };
  const problems = parsed
    .flatMap((document) => [...findYamlErrors(document, text), ...findHostileKeys(document)])
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, message }) => at(offset, message));
  if (problems.length > 0) return { documents: [], problems };
  const documents = parsed.map((document) => readValue(document, text, lineCounter));
  const refused = documents.findIndex((document) => typeof document === 'string');
  const reason = documents[refused];
  if (typeof reason === 'string')
    return { documents: [], problems: [at(parsed[refused]?.contents?.range?.[0] ?? 0, reason)] };
  return { documents: documents.filter((document) => typeof document !== 'string'), problems: [] };
};

const readValue = (document: Document.Parsed, text: string, lineCounter: LineCounter): YamlDocument | string => {
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }), ...findPlaces(document, text, lineCounter) };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return error.message.startsWith('Excessive')
      ? 'has aliases that expand to too many values'
      : lowerFirst(error.message);
  }
};

interface YamlProblem {
  readonly offset: number;
  readonly message: string;
}

/** All duplicate keys and tags; for broken syntax only the first error: later ones are usually its consequences. */
const findYamlErrors = (document: Document.Parsed, text: string): readonly YamlProblem[] => {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const firstBroken = errors.find(({ code }) => code !== 'DUPLICATE_KEY' && code !== 'TAG_RESOLVE_FAILED');
  return errors
    .filter((error) => error === firstBroken || error.code === 'DUPLICATE_KEY' || error.code === 'TAG_RESOLVE_FAILED')
    .map(({ code, message, pos: [offset] }) => {
      if (code === 'TAG_RESOLVE_FAILED') return { offset, message: 'tags (!name) are not supported: remove the tag' };
      if (code !== 'DUPLICATE_KEY') return { offset, message: `this is not YAML: ${lowerFirst(message)}` };
      // The parser's place can be the blank before the key.
      const blank = /^(?:\s|#[^\n]*\n)*/.exec(text.slice(offset))?.[0].length ?? 0;
      const key = KEY.exec(text.slice(offset + blank, offset + blank + LONGEST_KEY))?.[0] ?? '';
      return { offset: offset + blank, message: `the key ${key} appears twice in the same map` };
    });
};

const KEY = /^(?:"[^"]*"|'[^']*'|[^:\s]*)/;

const findHostileKeys = (document: Document.Parsed): readonly YamlProblem[] => {
  const found: YamlProblem[] = [];
  visit(document, {
    Scalar: (where, { value, range }) => {
      if (where === 'key' && value === '__proto__')
        found.push({ offset: range?.[0] ?? 0, message: '__proto__ cannot be a key' });
    },
  });
  return found;
};

const lowerFirst = (message: string): string => message.charAt(0).toLowerCase() + message.slice(1);

const refuse = (path: string, message: string): YamlText => ({
  documents: [],
  problems: [{ path, line: null, column: null, message }],
});

const OPENS = new Set<string | null>(['flow-seq-start', 'flow-map-start']);

const CLOSES = new Set<string | null>(['flow-seq-end', 'flow-map-end']);

const INDICATORS = new Set<string | null>(['seq-item-ind', 'explicit-key-ind', 'map-value-ind']);

/**
 * Whether `text` could be more than `limit` levels deep, text within scalars aside. Measured before it is parsed: the
 * parser recurses, and a stack overflow can end the process.
 */
const nestsDeeperThan = (limit: number, text: string): boolean => {
  let flow = 0;
  // Block collections are no deeper than their column, and one for each indicator on their line.
  let block = 0;
  let atLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'newline') block = 0;
    else if (type === 'space' && atLineStart && flow === 0) block = token.length;
    else if (INDICATORS.has(type) && flow === 0) block += 1;
    else if (OPENS.has(type)) flow += 1;
    else if (CLOSES.has(type)) flow = Math.max(0, flow - 1);
    atLineStart = type === 'newline';
    if (flow + block > limit) return true;
  }
  return false;
};
