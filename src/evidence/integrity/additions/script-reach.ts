/** An added test may change nothing that the frozen ones see. Too much is refused rather than too little. */
import { childOf, childrenOf, listOf, type SyntaxNode, textOf } from '../../../base/text/syntax-tree.ts';

/** Hooks, modifiers, mocks, and ways to change objects that others use. */
const REACHING = new Set(
  (
    'before after beforeEach afterEach beforeAll afterAll setup teardown suiteSetup suiteTeardown aroundEach aroundAll ' +
    'only skip todo failing fails runIf skipIf concurrent sequential shuffle retryTimes retries ' +
    'mock doMock unmock dontMock doUnmock hoisted importMock importActual requireMock unstable_mockModule mockModule ' +
    'setMock spyOn stub stubGlobal stubEnv replaceProperty useFakeTimers setSystemTime resetModules resetAllMocks ' +
    'restoreAllMocks extend addSnapshotSerializer addEqualityTesters config setConfig setTimeout use ' +
    'assign defineProperty defineProperties setPrototypeOf getPrototypeOf getOwnPropertyDescriptor ' +
    'getOwnPropertyDescriptors __proto__ prototype constructor __defineGetter__ __defineSetter__ Reflect Proxy eval ' +
    'Function globalThis global window self document process require module exports createRequire'
  ).split(' '),
);

/** They change the object that they are called on. */
const CHANGING = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append remove'.split(' '),
);

/** The rest of a sentence; `null` for none. @param outer - names declared outside of tests */
export const findReach = (added: SyntaxNode, text: string, outer: ReadonlySet<string>): string | null => {
  const nodes = [...walk(added)];
  const own = declaredIn(nodes);
  const made = madeIn(nodes);
  const isOwn = (name: string): boolean => own.has(name) && !outer.has(name) && !(name in globalThis);
  for (const node of nodes) {
    const word = wordOf(node);
    if (word !== null && REACHING.has(word)) return `uses ${word}`;
    if (node.type === 'Import' || node.type === 'ImportExpression') return 'loads a module';
    const key = childOf(node, 'property') ?? childOf(node, 'key');
    if (key !== null && node.computed === true && !isPlainKey(key)) return 'uses a computed name';
    if (key?.type === 'StringLiteral' && REACHING.has(textOf(key, 'value'))) return `uses ${textOf(key, 'value')}`;
    const target = targetOf(node) ?? loopedOver(node);
    if (target !== null) {
      const changed = [...walk(target)];
      const outside = changed.find(
        (each) => each.type === 'MemberExpression' || (each.type === 'Identifier' && !isOwn(textOf(each, 'name'))),
      );
      if (outside !== undefined) return `changes ${text.slice(outside.start, outside.end)}`;
    }
    const callee = node.type.endsWith('CallExpression') ? childOf(node, 'callee') : null;
    if (callee?.type.endsWith('MemberExpression') !== true) continue;
    const [object, method] = [childOf(callee, 'object'), methodOf(callee)];
    if (method === null || !CHANGING.has(method)) continue;
    const name = object?.type === 'Identifier' ? textOf(object, 'name') : '';
    if (!made.has(name) || !isOwn(name)) return `calls ${text.slice(callee.start, callee.end)}`;
  }
  return null;
};

export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const child of childrenOf(node)) yield* walk(child);
}

export const wordOf = (node: SyntaxNode): string | null =>
  /^(?:JSX)?Identifier$/.test(node.type) ? textOf(node, 'name') : null;

const methodOf = (callee: SyntaxNode): string | null => {
  const property = childOf(callee, 'property');
  return property?.type === 'StringLiteral' ? textOf(property, 'value') : property === null ? null : wordOf(property);
};

const isPlainKey = ({ type }: SyntaxNode): boolean => type === 'NumericLiteral' || type === 'StringLiteral';

/** The target of an assignment, a count or a removal. */
export const targetOf = (node: SyntaxNode): SyntaxNode | null => {
  if (node.type === 'AssignmentExpression') return childOf(node, 'left');
  if (node.type === 'UpdateExpression') return childOf(node, 'argument');
  return node.type === 'UnaryExpression' && node.operator === 'delete' ? childOf(node, 'argument') : null;
};

/** The variable of a loop that the loop does not declare. */
const loopedOver = (node: SyntaxNode): SyntaxNode | null => {
  const left = /^For(?:Of|In)Statement$/.test(node.type) ? childOf(node, 'left') : null;
  return left?.type === 'VariableDeclaration' ? null : left;
};

const COMPARING =
  /^(?:(?:not)?(?:deep|strict|loose)?equals?|(?:not)?deepstrictequal|is|not|same|tobe|toequal|tostrictequal)$/i;

/** The members that a test only compares: `t.equal(Object.getPrototypeOf(a), Object.prototype)`. */
export const comparedIn = (program: SyntaxNode): ReadonlySet<SyntaxNode> => {
  const found = new Set<SyntaxNode>();
  const add = (node: SyntaxNode | null): void => {
    if (node?.type !== 'MemberExpression' || node.computed === true) return;
    const property = childOf(node, 'property');
    if (property !== null) found.add(property);
    add(childOf(node, 'object'));
  };
  for (const node of walk(program)) {
    if (node.type === 'BinaryExpression') for (const side of ['left', 'right']) add(childOf(node, side));
    const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : null;
    if (callee?.type === 'MemberExpression' && COMPARING.test(methodOf(callee) ?? ''))
      for (const each of listOf(node, 'arguments')) add(each);
  }
  return found;
};

/** The names that a pattern binds. */
export const namesOf = (pattern: SyntaxNode | null): readonly string[] => {
  if (pattern === null) return [];
  if (pattern.type === 'Identifier') return [textOf(pattern, 'name')];
  if (pattern.type === 'AssignmentPattern') return namesOf(childOf(pattern, 'left'));
  if (pattern.type === 'RestElement') return namesOf(childOf(pattern, 'argument'));
  if (pattern.type === 'ArrayPattern') return listOf(pattern, 'elements').flatMap(namesOf);
  if (pattern.type === 'ObjectProperty') return namesOf(childOf(pattern, 'value'));
  return pattern.type === 'ObjectPattern' ? listOf(pattern, 'properties').flatMap(namesOf) : [];
};

const declaredIn = (nodes: readonly SyntaxNode[]): ReadonlySet<string> =>
  new Set(
    nodes.flatMap((node) => [
      ...(node.type === 'VariableDeclarator' ? namesOf(childOf(node, 'id')) : []),
      ...listOf(node, 'params').flatMap(namesOf),
    ]),
  );

/** Names of what the test makes for itself: by a literal, by `new`, or by a function of the file's own imports. */
const madeIn = (nodes: readonly SyntaxNode[]): ReadonlySet<string> => {
  const isMade = (init: SyntaxNode | null): boolean => {
    if (init?.type === 'AwaitExpression') return isMade(childOf(init, 'argument'));
    if (init?.type !== 'CallExpression') return /^(?:Array|Object|New)Expression$/.test(init?.type ?? '');
    const callee = childOf(init, 'callee');
    return callee?.type === 'Identifier' && !(textOf(callee, 'name') in globalThis);
  };
  const made = nodes.filter((node) => node.type === 'VariableDeclarator' && isMade(childOf(node, 'init')));
  return new Set(made.flatMap((node) => namesOf(childOf(node, 'id'))));
};
