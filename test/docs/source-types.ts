/**
 * The types of the sources as a reference prints them: the fields of an interface, each with its type in words and its
 * docstring. It reads the forms that data is written in (interfaces, objects, unions, `Pick`, `Omit`), and refuses any other.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from '@babel/parser';
import { childOf, isNode, listOf, type SyntaxNode, textOf } from '../../src/base/text/syntax-tree.ts';
import { ROOT } from './pages.ts';

/** A node and the file in which its names are looked up. */
export interface SourceType {
  readonly node: SyntaxNode;
  /** Relative to the root. */
  readonly file: string;
}

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  /** One per member of a union that has the field. */
  readonly types: readonly SourceType[];
  /** Its docstring on one line; '' without one. */
  readonly meaning: string;
}

interface SourceFile {
  readonly declarations: ReadonlyMap<string, SyntaxNode>;
  /** Local name → where it comes from. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

const FILES = new Map<string, SourceFile>();

const readSource = (file: string): SourceFile => {
  const known = FILES.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const program: unknown = parse(text, { sourceType: 'module', plugins: ['typescript'] }).program;
  if (!isNode(program)) throw new SyntaxError(`${file} has no tree`);
  const declarations = new Map<string, SyntaxNode>();
  const imports = new Map<string, { readonly file: string; readonly name: string }>();
  for (const statement of listOf(program, 'body')) {
    const from = childOf(statement, 'source');
    if (from !== null) {
      const path = join(dirname(file), textOf(from, 'value'));
      for (const specifier of listOf(statement, 'specifiers')) {
        const [outer, inner] = statement.type === 'ImportDeclaration' ? ['imported', 'local'] : ['local', 'exported'];
        imports.set(nameOf(specifier, inner), { file: path, name: nameOf(specifier, outer) });
      }
      continue;
    }
    const declaration = childOf(statement, 'declaration') ?? statement;
    // The comment stands before `export`.
    const comments = { leadingComments: statement['leadingComments'] };
    // Of overloads, the first has the comment.
    for (const each of declaration.type === 'VariableDeclaration' ? listOf(declaration, 'declarations') : [declaration])
      if (!declarations.has(nameOf(each, 'id'))) declarations.set(nameOf(each, 'id'), { ...each, ...comments });
  }
  const source = { declarations, imports };
  FILES.set(file, source);
  return source;
};

const nameOf = (node: SyntaxNode, key: string): string => {
  const child = childOf(node, key);
  return child === null ? '' : textOf(child, 'name') || textOf(child, 'value');
};

/** The declaration of a name, through imports and re-exports. */
export const findType = (name: string, file: string): SourceType => {
  const { declarations, imports } = readSource(file);
  const node = declarations.get(name);
  if (node !== undefined) return { node, file };
  const from = imports.get(name);
  if (from === undefined) throw new Error(`${file} has no ${name}`);
  return findType(from.name, from.file);
};

/** The docstring before a node, on one line and without its tags; '' without one. */
export const docOf = ({ leadingComments }: SyntaxNode): string => {
  const comments: readonly unknown[] = Array.isArray(leadingComments) ? leadingComments : [];
  const texts = comments.map((each) => (typeof each === 'object' && each !== null ? Reflect.get(each, 'value') : ''));
  // A directive of the linter may stand between the docstring and the node.
  const last = texts.findLast((text) => typeof text === 'string' && text.startsWith('*'));
  return typeof last === 'string' ? onOneLine(last.slice(1)) : '';
};

const onOneLine = (comment: string): string =>
  comment
    .replaceAll(/^\s*\*/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/ @\w.*$/, '')
    .trim();

const only = (node: SyntaxNode, key: string): SyntaxNode => {
  const child = childOf(node, key);
  if (child === null) throw new Error(`A ${node.type} without ${key}`);
  return child;
};

const argumentsOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const list = childOf(node, 'typeParameters') ?? childOf(node, 'typeArguments');
  return list === null ? [] : listOf(list, 'params');
};

/** The name of a reference: of a type, or of what an interface extends. */
const referenceOf = (node: SyntaxNode): string => nameOf(node, 'typeName') || nameOf(node, 'expression');

/** The fields of a type that is an object; null for any other. */
export const fieldsOf = ({ node, file }: SourceType): readonly Field[] | null => {
  const inside = (type: SyntaxNode) => fieldsOf({ node: type, file });
  switch (node.type) {
    case 'TSInterfaceDeclaration':
      return [...listOf(node, 'extends').flatMap((each) => inside(each) ?? []), ...fieldsIn(only(node, 'body'), file)];
    case 'TSTypeAliasDeclaration':
    case 'TSParenthesizedType':
      return inside(only(node, 'typeAnnotation'));
    case 'TSTypeLiteral':
      return fieldsIn(node, file);
    case 'TSIntersectionType':
      return listOf(node, 'types').flatMap((each) => inside(each) ?? []);
    case 'TSUnionType': {
      const members = listOf(node, 'types').map(inside);
      return members.includes(null) ? null : joinFields(members.map((each) => each ?? []));
    }
    case 'TSTypeReference':
    case 'TSExpressionWithTypeArguments':
      return referencedFields({ node, file });
    default:
      return null;
  }
};

const fieldsIn = (body: SyntaxNode, file: string): readonly Field[] =>
  [...listOf(body, 'members'), ...listOf(body, 'body')].map((member) => {
    if (member.type !== 'TSPropertySignature') throw new Error(`${file} has data with a ${member.type}`);
    return {
      name: nameOf(member, 'key'),
      isOptional: member['optional'] === true,
      types: [{ node: only(only(member, 'typeAnnotation'), 'typeAnnotation'), file }],
      meaning: docOf(member),
    };
  });

/** The fields of a union: what only some of its members have is optional. */
const joinFields = (members: readonly (readonly Field[])[]): readonly Field[] =>
  [...new Set(members.flatMap((fields) => fields.map(({ name }) => name)))].map((name) => {
    const found = members.flatMap((fields) => fields.filter((field) => field.name === name));
    return {
      name,
      isOptional: found.length < members.length || found.some(({ isOptional }) => isOptional),
      types: found.flatMap(({ types }) => types),
      meaning: found.map(({ meaning }) => meaning).find((meaning) => meaning !== '') ?? '',
    };
  });

const referencedFields = ({ node, file }: SourceType): readonly Field[] | null => {
  const name = referenceOf(node);
  const [first, second] = argumentsOf(node);
  if (name === 'Record') return null;
  if (first === undefined) return fieldsOf(findType(name, file));
  const fields = fieldsOf({ node: first, file });
  if (name === 'Readonly' || fields === null) return fields;
  if (second === undefined) throw new Error(`${file} has a ${name} that is not read`);
  const names = literalsOf({ node: second, file }) ?? [];
  return fields.filter((field) => names.includes(field.name) === (name === 'Pick'));
};

/** The values of a type that is a list of literals; null for any other. */
const literalsOf = ({ node, file }: SourceType): readonly (string | number | boolean)[] | null => {
  switch (node.type) {
    case 'TSLiteralType': {
      const value = only(node, 'literal')['value'];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : null;
    }
    case 'TSParenthesizedType':
    case 'TSTypeAliasDeclaration':
      return literalsOf({ node: only(node, 'typeAnnotation'), file });
    case 'TSUnionType': {
      const each = listOf(node, 'types').map((type) => literalsOf({ node: type, file }));
      return each.includes(null) ? null : each.flatMap((values) => values ?? []);
    }
    case 'TSTypeReference': {
      const { declarations, imports } = readSource(file);
      const name = referenceOf(node);
      return declarations.has(name) || imports.has(name) ? literalsOf(findType(name, file)) : null;
    }
    case 'TSIndexedAccessType':
      return literalsOf(indexed({ node, file }));
    case 'TSTypeQuery': {
      const constant = findType(nameOf(node, 'exprName'), file);
      return literalsOf({ node: only(constant.node, 'init'), file: constant.file });
    }
    case 'TSAsExpression':
      return literalsOf({ node: only(node, 'expression'), file });
    case 'NumericLiteral':
      return [Number(node['value'])];
    case 'ArrayExpression':
      return listOf(node, 'elements').map((element) => textOf(element, 'value'));
    default:
      return null;
  }
};

/** The type `T['field']`; of `(typeof LIST)[number]` the list. */
const indexed = ({ node, file }: SourceType): SourceType => {
  const object = { node: only(node, 'objectType'), file };
  const index = only(node, 'indexType');
  if (index.type === 'TSNumberKeyword') return object;
  const [name] = literalsOf({ node: index, file }) ?? [];
  const [type] = fieldsOf(object)?.find((field) => field.name === name)?.types ?? [];
  if (type === undefined) throw new Error(`${file} has no field ${String(name)}`);
  return type;
};

/** The printed name of an object that has a section of its own. */
type Link = (name: string, type: SourceType) => string;

/** A type in words: `string`, `list of strings`, `` `a`, `b` ``, or the link to an object. */
export const wordsOf = (type: SourceType, link: Link): string => {
  const { node, file } = type;
  const inside = (each: SyntaxNode) => wordsOf({ node: each, file }, link);
  const literals = literalsOf(type);
  if (literals !== null) return quote(literals);
  switch (node.type) {
    case 'TSStringKeyword':
      return 'string';
    case 'TSNumberKeyword':
      return 'number';
    case 'TSBooleanKeyword':
      return 'boolean';
    case 'TSNullKeyword':
      return 'null';
    case 'TSUnknownKeyword':
      return 'object';
    case 'TSTypeOperator':
    case 'TSParenthesizedType':
      return inside(only(node, 'typeAnnotation'));
    case 'TSArrayType':
      return `list of ${plural(inside(only(node, 'elementType')))}`;
    case 'TSUnionType': {
      const members = listOf(node, 'types');
      const named = members.flatMap((each) => literalsOf({ node: each, file }) ?? []);
      const others = members.filter((each) => literalsOf({ node: each, file }) === null).map(inside);
      return [...(named.length === 0 ? [] : [quote(named)]), ...others].join(' or ');
    }
    case 'TSTypeLiteral':
      return `\`{ ${(fieldsOf(type) ?? []).map(({ name, isOptional }) => (isOptional ? `${name}?` : name)).join(', ')} }\``;
    case 'TSIndexedAccessType':
      return wordsOf(indexed(type), link);
    case 'TSTypeReference':
      return wordsOfReference(type, link);
    default:
      throw new Error(`${file} has data of a ${node.type}`);
  }
};

const wordsOfReference = ({ node, file }: SourceType, link: Link): string => {
  const name = referenceOf(node);
  const [first, second] = argumentsOf(node);
  if (name === 'Readonly' && first !== undefined) return wordsOf({ node: first, file }, link);
  if (name === 'Record' && second !== undefined)
    return `object of ${plural(wordsOf({ node: second, file }, link))} by name`;
  return link(name, findType(name, file));
};

const quote = (values: readonly unknown[]): string => values.map((value) => `\`${String(value)}\``).join(', ');

const plural = (words: string): string => (/^[a-z]+$/.test(words) ? `${words}s` : words);
