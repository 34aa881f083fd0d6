/**
 * A config in JavaScript or TypeScript that only states values, as data: nothing of it runs but the function of a package
 * that gives back what it is given.
 *
 * @module
 */
import { childOf, listOf, parserFor, type SyntaxNode, textOf } from '../../text/syntax-tree.ts';

/** In the place of a value that has to be computed. */
const COMPUTED = Symbol('computed');

/** Said of any other. */
export const NO_DATA = 'does more than to export values: export one object of plain values, or remove it';

/** @param packages - which have such a function, `defineConfig` @returns `undefined` if it does anything else */
export const readLiteralConfig = async (text: string, packages: readonly string[] = []): Promise<unknown> => {
  const parse = await parserFor('config.ts');
  try {
    return readProgram(listOf(parse(text), 'body'), packages);
  } catch {
    return undefined;
  }
};

const readProgram = (statements: readonly SyntaxNode[], packages: readonly string[]): unknown => {
  const names = new Map<string, SyntaxNode>();
  const exported: SyntaxNode[] = [];
  for (const each of statements) {
    if (isPlainImport(each, packages)) continue;
    const value = readExport(each);
    const constant = readConstant(each);
    if (value !== null) exported.push(value);
    else if (constant !== null) names.set(...constant);
    else return undefined;
  }
  const [only, ...others] = exported;
  if (only === undefined || others.length > 0) return undefined;
  const config = withoutWrapper(only);
  const name = config.type === 'Identifier' ? textOf(config, 'name') : '';
  // Any other constant could be the result of a call.
  if ([...names.keys()].some((each) => each !== name)) return undefined;
  const value = valueOf(withoutWrapper(names.get(name) ?? config));
  return value === COMPUTED ? undefined : value;
};

const isPlainImport = (node: SyntaxNode, packages: readonly string[]): boolean => {
  if (node.type !== 'ImportDeclaration') return false;
  const from = childOf(node, 'source');
  return (
    textOf(node, 'importKind') === 'type' ||
    (from !== null &&
      packages.includes(textOf(from, 'value')) &&
      listOf(node, 'specifiers').every(
        (each) => nameOf(each, 'imported') === DEFINE && nameOf(each, 'local') === DEFINE,
      ))
  );
};

const DEFINE = 'defineConfig';

const nameOf = (node: SyntaxNode, child: string): string => {
  const found = childOf(node, child);
  return found?.type === 'Identifier' ? textOf(found, 'name') : '';
};

const readExport = (node: SyntaxNode): SyntaxNode | null => {
  if (node.type === 'ExportDefaultDeclaration') return childOf(node, 'declaration');
  const set = node.type === 'ExpressionStatement' ? childOf(node, 'expression') : null;
  const left = set?.type === 'AssignmentExpression' && set['operator'] === '=' ? childOf(set, 'left') : null;
  const isModule =
    left?.type === 'MemberExpression' &&
    left['computed'] === false &&
    nameOf(left, 'object') === 'module' &&
    nameOf(left, 'property') === 'exports';
  return isModule && set !== null ? childOf(set, 'right') : null;
};

const readConstant = (node: SyntaxNode): [string, SyntaxNode] | null => {
  if (node.type !== 'VariableDeclaration' || node['kind'] !== 'const') return null;
  const [only, ...others] = listOf(node, 'declarations');
  const value = only === undefined ? null : childOf(only, 'init');
  return only === undefined || value === null || others.length > 0 ? null : [nameOf(only, 'id'), value];
};

/** Without types, and without the call that gives back what it is given. */
const withoutWrapper = (node: SyntaxNode): SyntaxNode => {
  const typed = /^TS(?:As|Satisfies)Expression$/.test(node.type) ? childOf(node, 'expression') : null;
  if (typed !== null) return withoutWrapper(typed);
  const [only, ...others] = listOf(node, 'arguments');
  const isDefined = node.type === 'CallExpression' && nameOf(node, 'callee') === DEFINE && others.length === 0;
  return isDefined && only !== undefined ? withoutWrapper(only) : node;
};

const valueOf = (node: SyntaxNode): unknown => {
  if (/^(?:String|Numeric|Boolean)Literal$/.test(node.type)) return node['value'];
  if (node.type === 'ArrayExpression') return listOf(node, 'elements').map(valueOf);
  if (node.type !== 'ObjectExpression') return COMPUTED;
  const entries = listOf(node, 'properties').map((each): [string, unknown] => {
    const key = childOf(each, 'key');
    const value = childOf(each, 'value');
    const isPlain = each.type === 'ObjectProperty' && each['computed'] === false && key !== null && value !== null;
    if (!isPlain) return [key === null ? SPREAD : nameOrText(key), COMPUTED];
    return [nameOrText(key), valueOf(value)];
  });
  return Object.fromEntries(entries);
};

const SPREAD = '(spread)';

const nameOrText = (key: SyntaxNode): string =>
  key.type === 'Identifier' ? textOf(key, 'name') : textOf(key, 'value') || SPREAD;
