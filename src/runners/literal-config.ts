/** A config in JavaScript or TypeScript that only states values, as data. */
import { z } from 'zod';
import { once } from '../base/once.ts';
import { parseJson } from '../base/text/parse-json.ts';
import { childOf, listOf, parserFor, type SyntaxNode, textOf } from '../base/text/syntax-tree.ts';

/** Whether it may appear; or why not, and the way out: the rest of a sentence about the file. */
export type SetUp = boolean | string;

const LOADS = 'loads code beside the tests';
const LEAVES_OUT = 'may leave tests out';
const ELSEWHERE = 'may resolve a name to another file';

const sameFor = (why: string, keys: string): Readonly<Record<string, string>> =>
  Object.fromEntries(keys.split(' ').map((key) => [key, why]));

/** The effect of a key in any runner, by its last name. */
const WHY_REFUSED: Readonly<Record<string, string>> = {
  ...sameFor(
    LOADS,
    'setupFiles setupFilesAfterEnv globalSetup globalTeardown environment testEnvironment runner testRunner transform ' +
      'resolver reporters snapshotSerializers snapshotResolver testSequencer sequencer preset plugins provider extends',
  ),
  ...sameFor(LEAVES_OUT, 'exclude testPathIgnorePatterns testNamePattern shard projects workspace allowOnly'),
  ...sameFor(ELSEWHERE, 'alias moduleNameMapper modulePaths roots rootDir root'),
  retry: 'hides a test that fails',
  bail: 'ends the suite before its last test',
  passWithNoTests: 'lets a suite without tests pass',
  dangerouslyIgnoreUnhandledErrors: 'hides errors outside of tests',
};

const UNKNOWN = 'is not known to change no result';

interface Words {
  /** More effects of keys, by their last name. */
  readonly reasons?: Readonly<Record<string, string>>;
  readonly nameKey?: (key: string) => string;
}

export const checkSettings = (
  settings: z.ZodType,
  value: unknown,
  { reasons = {}, nameKey = (key) => key }: Words = {},
): SetUp => {
  const [issue] = settings.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return true;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...unknown].filter((each) => typeof each !== 'number').map(String);
  if (path.length === 0) return false;
  const known = path.findLast((name) => Object.hasOwn(reasons, name) || Object.hasOwn(WHY_REFUSED, name)) ?? '';
  const key = nameKey(path.join('.'));
  return `sets ${key}, which ${reasons[known] ?? WHY_REFUSED[known] ?? UNKNOWN}: remove this key`;
};

const settings = once(() =>
  z.strictObject({
    paths: z
      .record(
        z.string().regex(/^(?:[@~]\/|#[\w-]+(?:\/|$))/),
        z.array(z.string().regex(/^\.\/(?!.*(?:\.\.|node_modules))/)),
      )
      .optional(),
    'ts-node': z
      .strictObject({ esm: z.boolean(), files: z.boolean(), swc: z.boolean(), transpileOnly: z.boolean() })
      .partial()
      .optional(),
  }),
);

const REASONS = {
  base: 'takes settings from another file of the project',
  baseUrl: 'may give the name of a package to a file of the project',
  rootDirs: 'lays folders over each other',
  paths:
    'may be the name of a package, or lead out of the project (names like @/*, ~/* and #name/* for ./files may stay)',
  'ts-node': 'may load code before the tests',
};

/** @param text - as frozen: the options that resolve names, as JSON */
export const isPlainResolution = (text: string): SetUp =>
  checkSettings(settings(), parseJson(text), {
    reasons: REASONS,
    nameKey: (key) => (key === 'base' ? 'extends' : key.startsWith('ts-node') ? key : `compilerOptions.${key}`),
  });

const COMPUTED = Symbol('computed');

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
  const value = only === undefined || others.length > 0 ? null : childOf(only, 'init');
  return only === undefined || value === null ? null : [nameOf(only, 'id'), value];
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
    const [key, value] = [childOf(each, 'key'), childOf(each, 'value')];
    const isPlain = each.type === 'ObjectProperty' && each['computed'] === false && key !== null && value !== null;
    return [key === null ? SPREAD : nameOrText(key), isPlain ? valueOf(value) : COMPUTED];
  });
  return Object.fromEntries(entries);
};

const SPREAD = '(spread)';

const nameOrText = (key: SyntaxNode): string =>
  key.type === 'Identifier' ? textOf(key, 'name') : textOf(key, 'value') || SPREAD;
