/** Adds texts to a list of a YAML file. Everything else stays as it is, byte for byte: comments, quotes, line ends. */
import { isDeepStrictEqual } from 'node:util';
import {
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { readYaml } from './read-yaml.ts';

/** The path of the map, and the key of its list. */
interface ListPlace {
  readonly path: readonly (string | number)[];
  readonly key: string;
}

/** The new text; `null` where the list is an alias, or the map is no plain one that a line can be added to. */
export const addToList = (text: string, { path, key }: ListPlace, values: readonly string[]): string | null => {
  if (values.length === 0) return text;
  const found = path.length === 0 ? null : parseDocument(text, PARSING).getIn(path, true);
  if (!isMap<Node, Node | null>(found)) return null;
  const edited = edit({ text, map: found, key, values });
  return edited !== null && isOnlyAddition(text, edited, [...path, key], values) ? edited : null;
};

/** As in read-yaml.ts. */
const PARSING = { schema: 'core', merge: false, resolveKnownTags: false, stringKeys: true } as const;

interface Edit {
  readonly text: string;
  readonly map: YAMLMap<Node, Node | null>;
  readonly key: string;
  readonly values: readonly string[];
}

const edit = (task: Edit): string | null => {
  const { text, map, key, values } = task;
  const pair = map.items.find((each) => isScalar(each.key) && each.key.value === key);
  if (pair === undefined) return addKey(task);
  const keyEnd = pair.key.range?.[1];
  if (keyEnd === undefined) return null;
  const indent = `${indentAt(text, pair.key.range?.[0] ?? 0)}  `;
  const { value } = pair;
  if (isSeq<Node>(value)) return addItems(task, value, indent);
  const isEmpty = value === null || (isScalar(value) && value.value === null && value.source === '');
  return isEmpty && map.flow !== true ? addLines(text, keyEnd, listLines(indent, values)) : null;
};

const addItems = ({ text, map, values }: Edit, list: YAMLSeq<Node>, indent: string): string | null => {
  const [start = 0, end = 0] = list.range ?? [];
  const last = list.items.at(-1);
  if (last !== undefined && list.flow === true) return insert(text, endOf(last), `, ${values.map(quote).join(', ')}`);
  if (last !== undefined) return addLines(text, endOf(last), listLines(indentAt(text, start), values));
  if (map.flow === true) return `${text.slice(0, start)}${flowList(values)}${text.slice(end)}`;
  const without = text.slice(0, start).trimEnd();
  return addLines(`${without}${text.slice(end)}`, without.length, listLines(indent, values));
};

const addKey = ({ text, map, key, values }: Edit): string | null => {
  const [first, last] = [map.items[0], map.items.at(-1)];
  if (first?.key.range == null || last === undefined) return null;
  const end = endOf(last.value ?? last.key);
  if (map.flow === true) return insert(text, end, `, ${key}: ${flowList(values)}`);
  const indent = indentAt(text, first.key.range[0]);
  return addLines(text, end, [`${indent}${key}:`, ...listLines(`${indent}  `, values)]);
};

/** JSON is YAML, whatever is in a name. */
const quote = (value: string): string => JSON.stringify(value);

const listLines = (indent: string, values: readonly string[]): readonly string[] =>
  values.map((value) => `${indent}- ${quote(value)}`);

const flowList = (values: readonly string[]): string => `[${values.map(quote).join(', ')}]`;

/** As wide as what is before the offset in its line: `- ` of a list counts. */
const indentAt = (text: string, offset: number): string =>
  ' '.repeat(offset - (text.lastIndexOf('\n', offset - 1) + 1));

/** Behind the text of a node, without comments and blank lines that follow it. */
const endOf = (node: Node): number => {
  if (isCollection(node) && node.flow !== true) {
    const last = node.items.at(-1);
    const inner = isPair<Node, Node | null>(last) ? (last.value ?? last.key) : last;
    if (isNodeWithRange(inner)) return endOf(inner);
  }
  return node.range?.[1] ?? 0;
};

const isNodeWithRange = (node: unknown): node is Node =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);

const insert = (text: string, at: number, added: string): string => `${text.slice(0, at)}${added}${text.slice(at)}`;

/** As lines of their own, below the line of the offset and its comment. */
const addLines = (text: string, offset: number, lines: readonly string[]): string => {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const added = lines.map((line) => `${line}${lineEnd}`).join('');
  if (offset > 0 && text[offset - 1] === '\n') return insert(text, offset, added);
  const end = text.indexOf('\n', offset);
  return end === -1 ? `${text}${lineEnd}${added}` : insert(text, end + 1, added);
};

/** Whether the values are the only difference: an anchor would repeat them elsewhere. */
const isOnlyAddition = (
  before: string,
  after: string,
  path: readonly (string | number)[],
  values: readonly string[],
): boolean => {
  const [old, changed] = [valueOf(before), valueOf(after)];
  return old !== null && changed !== null && isDeepStrictEqual(changed, withValues(old, path, values));
};

const valueOf = (text: string): unknown => readYaml(text, '').documents[0]?.value ?? null;

const withValues = (
  held: unknown,
  [step, ...rest]: readonly (string | number)[],
  values: readonly string[],
): unknown => {
  if (step === undefined) return [...(Array.isArray(held) ? held : []), ...values];
  if (Array.isArray(held)) return held.map((each, i) => (i === step ? withValues(each, rest, values) : each));
  if (typeof held !== 'object' || held === null) return held;
  return { ...held, [step]: withValues(Reflect.get(held, step), rest, values) };
};
