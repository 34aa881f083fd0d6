/** Tests of vitest inside of a source: blocks behind `if (import.meta.vitest)`. */
import {
  childOf,
  childrenOf,
  listOf,
  type Parse,
  parserFor,
  type SyntaxNode,
  textOf,
} from '../../base/text/syntax-tree.ts';

interface InSource {
  readonly blocks: readonly { readonly guard: string; readonly node: SyntaxNode; readonly body: SyntaxNode }[];
  readonly rest: readonly SyntaxNode[];
  readonly program: SyntaxNode;
}

const GUARD = /^import\.meta\.vitest\s*(?:!==?\s*(?:undefined|null|void 0)\s*)?$/;
/** Members of `import.meta` that have nothing to do with tests. */
const HARMLESS = /^(?:url|env|dirname|filename|resolve|hot|glob|main|require)$/;
const OF_TESTS = /^(?:test|it|describe|suite|bench|expect|assert|beforeAll|beforeEach|afterAll|afterEach|vi|vitest)$/;

/** `null` for a text that the parser does not know. */
const readFile = async (text: string, path: string): Promise<InSource | null> => {
  const parse: Parse = await parserFor(path);
  try {
    const program = parse(text);
    const blocks = listOf(program, 'body').flatMap((node) => {
      const test = node.type === 'IfStatement' ? childOf(node, 'test') : null;
      const body = childOf(node, 'consequent');
      const guard = test === null ? '' : text.slice(test.start, test.end);
      return body !== null && GUARD.test(guard) ? [{ guard, node, body }] : [];
    });
    const skipped = new Set<SyntaxNode>(blocks.flatMap(({ node, body }) => [body, childOf(node, 'test') ?? body]));
    return { blocks, rest: [...walkBut(program, skipped)], program };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

function* walkBut(node: SyntaxNode, skipped: ReadonlySet<SyntaxNode>): Generator<SyntaxNode, void> {
  if (skipped.has(node)) return;
  yield node;
  for (const child of childrenOf(node)) yield* walkBut(child, skipped);
}

const NONE: ReadonlySet<SyntaxNode> = new Set();

/** Whether the code around the blocks has tests, too: then all of the file is one of tests. */
const hasTestsAround = ({ blocks, rest, program }: InSource): boolean => {
  if (blocks.length === 0) return true;
  const own = new Set(listOf(program, 'body').flatMap((node) => namesIn(node)));
  return rest.some((node) => {
    if (node.type === 'ImportDeclaration') return /^@?vitest\b/.test(sourceOf(node)) && node['importKind'] !== 'type';
    if (node.type !== 'CallExpression') return false;
    const name = rootOf(childOf(node, 'callee'));
    return OF_TESTS.test(name) && !own.has(name);
  });
};

const sourceOf = (node: SyntaxNode): string => textOf(childOf(node, 'source') ?? node, 'value');

/** The first name of `a.b.c`. */
const rootOf = (node: SyntaxNode | null): string => {
  if (node === null) return '';
  if (node.type === 'Identifier') return textOf(node, 'name');
  return rootOf(childOf(node, 'object') ?? childOf(node, 'callee'));
};

/** The lines that use `import.meta` for anything but a harmless member: they could change what the guard sees. */
const oddUses = ({ rest }: InSource, text: string): readonly string[] => {
  const harmless = new Set(
    rest.flatMap((node) => {
      const object = node.type.endsWith('MemberExpression') ? childOf(node, 'object') : null;
      const property = childOf(node, 'property');
      const isFree =
        object?.type === 'MetaProperty' &&
        node['computed'] !== true &&
        HARMLESS.test(property === null ? '' : textOf(property, 'name'));
      return isFree ? [object.start] : [];
    }),
  );
  return rest
    .filter((node) => node.type === 'MetaProperty' && !harmless.has(node.start))
    .map(({ start }) => text.slice(text.lastIndexOf('\n', start) + 1, lineEnd(text, start)).trim());
};

const lineEnd = (text: string, at: number): number => (text.indexOf('\n', at) + 1 || text.length + 1) - 1;

/** The blocks as a file of tests, with other uses of `import.meta`; all of a file with tests around, or unreadable. */
export const readInSourceTests = async (text: string, path: string): Promise<string> => {
  if (!text.includes('import.meta')) return '';
  const found = await readFile(text, path);
  if (found === null) return text;
  if (hasTestsAround(found)) return found.blocks.length === 0 && !/\.\s*vitest\b/.test(text) ? '' : text;
  const odd = oddUses(found, text).map((line) => `${JSON.stringify(line)};\n`);
  const bodies = found.blocks.map(({ guard, body }) => {
    const isBlock = body.type === 'BlockStatement';
    const inner = text.slice(body.start + (isBlock ? 1 : 0), body.end - (isBlock ? 1 : 0));
    return `${JSON.stringify(`if (${guard})`)};\n${inner}\n`;
  });
  return [...bodies, ...odd, ...expectationsOf(found, text).map((each) => `${each}\n`)].join('');
};

/** Statements around the blocks that are part of the tests: values that only the blocks use, and functions that judge by an error. */
const expectationsOf = ({ blocks, rest, program }: InSource, text: string): readonly string[] => {
  const nodes = blocks.flatMap(({ body }) => [...walkBut(body, NONE)]);
  const used = new Set(nodes.flatMap((node) => (node.type === 'Identifier' ? [textOf(node, 'name')] : [])));
  const counts = new Map<string, number>();
  for (const name of rest.flatMap((node) => (node.type === 'Identifier' ? [textOf(node, 'name')] : [])))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const judges = new Set(nodes.flatMap(judgeIn));
  return listOf(program, 'body').flatMap((node) => {
    const names = namesIn(node);
    const said = text.slice(node.start, node.end);
    const isData =
      node.type === 'VariableDeclaration' &&
      listOf(node, 'declarations').every((each) => !/Function|^Class/.test(childOf(each, 'init')?.type ?? '')) &&
      names.every((name) => used.has(name) && counts.get(name) === 1);
    const isJudge = names.some((name) => judges.has(name)) && /\bthrow\b/.test(said);
    return names.length > 0 && (isData || isJudge) ? [said] : [];
  });
};

/** Of `check(shout('no'), 'NO!')`, whose result nobody uses: `check`. */
const judgeIn = (node: SyntaxNode): readonly string[] => {
  const call = childOf(node, { ExpressionStatement: 'expression', ArrowFunctionExpression: 'body' }[node.type] ?? '');
  const callee = call?.type === 'CallExpression' ? childOf(call, 'callee') : null;
  const [first] = call === null ? [] : listOf(call, 'arguments');
  return callee?.type === 'Identifier' && first?.type === 'CallExpression' ? [textOf(callee, 'name')] : [];
};

export const linesOfInSourceTests = async (text: string, path: string): Promise<ReadonlySet<number>> => {
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
  const lines = new Set<number>();
  const found = text.includes('import.meta.vitest') ? await readFile(text, path) : null;
  if (found === null || found.blocks.length === 0) return lines;
  const places = hasTestsAround(found)
    ? [{ start: 0, end: text.length }]
    : found.blocks.map(({ node, body }) => ({ start: node.start, end: body.end }));
  for (const { start, end } of places) for (let at = lineOf(start); at <= lineOf(end); at += 1) lines.add(at);
  return lines;
};

const namesIn = (node: SyntaxNode): readonly string[] => {
  const inner = childOf(node, 'declaration');
  if (inner !== null && node.type.startsWith('Export')) return namesIn(inner);
  if (node.type === 'ImportDeclaration')
    return listOf(node, 'specifiers').map((each) => textOf(childOf(each, 'local') ?? each, 'name'));
  if (node.type === 'VariableDeclaration')
    return listOf(node, 'declarations').flatMap((each) => patternNames(childOf(each, 'id')));
  return patternNames(childOf(node, 'id'));
};

const patternNames = (node: SyntaxNode | null): readonly string[] => {
  if (node === null) return [];
  if (node.type === 'Identifier') return [textOf(node, 'name')];
  if (node.type === 'AssignmentPattern') return patternNames(childOf(node, 'left'));
  return [...listOf(node, 'elements'), ...listOf(node, 'properties')].flatMap((each) =>
    patternNames(childOf(each, 'argument') ?? childOf(each, 'value') ?? (each.type === 'RestElement' ? null : each)),
  );
};

const HANDS_OVER = /^(?:assign|definePropert(?:y|ies)|set|setPrototypeOf)$/;

/** A block gives its code something that it has only while it is tested. */
export const findInSourceLeaks = async (text: string, path: string): Promise<string | null> => {
  const found = text.includes('import.meta.vitest') ? await readFile(text, path) : null;
  if (found === null || hasTestsAround(found)) return null;
  const outer = new Set(listOf(found.program, 'body').flatMap(namesIn));
  const around = new Set(found.rest.flatMap((node) => (node.type === 'Identifier' ? [textOf(node, 'name')] : [])));
  const initial = new Set(
    found.rest.flatMap((node) => {
      const value = node.type === 'VariableDeclarator' ? childOf(node, 'init') : null;
      return value === null ? [] : [text.slice(value.start, value.end)];
    }),
  );
  for (const { body } of found.blocks) {
    const nodes = [...walkBut(body, NONE)];
    const own = new Set(nodes.flatMap((node) => (node.type.endsWith('Declaration') ? namesIn(node) : [])));
    for (const node of nodes) {
      const name = givenBy(node, text, { outer, own, around, initial });
      if (name !== null)
        return `gives its code "${name}" inside of the block of its tests, where no program has it: move it out of the block`;
    }
  }
  return null;
};

interface Names {
  readonly outer: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
  /** Values that variables of the file begin with: a test may set one back. */
  readonly initial: ReadonlySet<string>;
}

const givenBy = (node: SyntaxNode, text: string, { outer, own, around, initial }: Names): string | null => {
  const isOuter = (name: string): boolean => outer.has(name) && !own.has(name);
  if (node.type === 'VariableDeclaration' && node['kind'] === 'var')
    return namesIn(node).find((name) => around.has(name)) ?? null;
  if (node.type === 'CallExpression') {
    const member = childOf(childOf(node, 'callee') ?? node, 'property');
    const [target] = listOf(node, 'arguments');
    const name = rootOf(target ?? null);
    const isGiven = member !== null && HANDS_OVER.test(textOf(member, 'name')) && isOuter(name);
    return isGiven ? name : null;
  }
  if (node.type !== 'AssignmentExpression') return null;
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')];
  if (left === null || right === null) return null;
  const name = rootOf(left);
  const isFunction = /Function|^Class/.test(right.type);
  if (left.type === 'Identifier')
    return isOuter(name) && !initial.has(text.slice(right.start, right.end)) ? name : null;
  const last = textOf(childOf(left, 'property') ?? left, 'name');
  if (/^(?:globalThis|global|window|self)$/.test(name))
    return last !== '' && around.has(last) && !Object.hasOwn(globalThis, last) ? last : null;
  return isOuter(name) && isFunction ? name : null;
};
