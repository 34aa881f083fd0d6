/**
 * The texts of the sources that a person can read: every string of two words or more, with its expressions as `{name}`; the comments.
 */
import { parse } from '@babel/parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childOf, isNode, listOf, type SyntaxNode, textOf } from '../../src/base/text/syntax-tree.ts';
import { ROOT } from './pages.ts';

export interface Message {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** In the order of their files. Texts of a migration are those of old ledgers, and are left out. */
export const readMessages = (): readonly Message[] =>
  ['gates', 'machines', 'src'].flatMap(listSources).flatMap((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    const texts: unknown = JSON.parse(JSON.stringify(parseSource(path, source).program));
    if (!isNode(texts)) throw new Error(`${path} has no syntax tree`);
    return [...new Set(textsOf(texts, source))].filter(isReadByPeople).map((text) => ({ path, text }));
  });

/** Every comment of the sources and the tests; a comment of several lines is one text. */
export const readComments = (): readonly Message[] =>
  ['gates', 'machines', 'src', 'test'].flatMap(listSources).flatMap((path) => {
    const { comments } = parseSource(path, readFileSync(join(ROOT, path), 'utf8'));
    return (comments ?? []).map(({ value }) => ({
      path,
      text: value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^[\s*]+/, ''),
    }));
  });

const parseSource = (path: string, source: string) =>
  parse(source, { sourceType: 'module', plugins: ['typescript', ...(path.endsWith('x') ? (['jsx'] as const) : [])] });

/** One heading a file, one item a message. */
export const renderMessages = (messages: readonly Message[]): string =>
  messages
    .map(({ path, text }, n) => {
      const heading = messages[n - 1]?.path === path ? '' : `\n## ${path}\n\n`;
      return `${heading}- ${text.replaceAll('\n', '\n  ')}\n`;
    })
    .join('');

const listSources = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/migrations/'))
    .toSorted();

/** Types and names of modules are no texts. */
const textsOf = (node: SyntaxNode, source: string): readonly string[] => {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAnnotation':
    case 'TSTypeParameterInstantiation':
      return [];
    case 'StringLiteral':
      return [textOf(node, 'value')];
    case 'JSXText':
      return [textOf(node, 'value').replaceAll(/\s+/g, ' ').trim()];
    case 'TaggedTemplateExpression':
      return [];
    case 'TemplateLiteral': {
      const expressions = listOf(node, 'expressions');
      const quasis = listOf(node, 'quasis').map((each) => source.slice(each.start, each.end).replaceAll('\\n', '\n'));
      const text = quasis
        .map((each, n) => each + (expressions[n] === undefined ? '' : nameOf(expressions[n])))
        .join('');
      return [text, ...expressions.flatMap((each) => textsOf(each, source))];
    }
    default:
      return childrenOf(node).flatMap((each) => textsOf(each, source));
  }
};

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** `{count}` for `count`, `run.count` and `showCount(count, …)`. */
const nameOf = (node: SyntaxNode): string => {
  const inner = childOf(node, 'property') ?? listOf(node, 'arguments')[0];
  if (node.type === 'Identifier') return `{${textOf(node, 'name')}}`;
  return inner === undefined || inner === null ? '{…}' : nameOf(inner);
};

/** Two words with a blank between them, and a letter in lower case: no pattern, path, argument or name. */
const isReadByPeople = (text: string): boolean =>
  /\p{L}{2,}[,:;]? (?:\{|\p{L}{2,})/u.test(text) &&
  /\p{Ll}/u.test(text) &&
  !/^[\s\S]*(?:=>|;\n|\(\?|\\[bdsw]|<\/)/.test(text);
