/**
 * Finds what an added part of a test file in JavaScript may not do to the tests that were there before. In a phase whose
 * tests must fail, more is free than later: spies, clocks, and hooks within a new group.
 *
 * @module
 */
import { childOf, type SyntaxNode, textOf } from '../../text/syntax-tree.ts';
import { walk, wordOf } from '../additions/script-reach.ts';
import { pathOf } from '../additions/script-shapes.ts';

/** Assertions, objects of the language, and what counts for all tests. */
const REACHING = new Set(
  (
    'only extend addSnapshotSerializer addEqualityTesters setConfig assign defineProperty defineProperties ' +
    'setPrototypeOf prototype __proto__ __defineGetter__ __defineSetter__ eval Function createRequire'
  ).split(' '),
);
/** A runner moves them to the top of the file. */
const MOVED_TO_THE_TOP = /^(?:jest|vi|vitest)\.(?:mock|unmock|hoisted|setMock|unstable_mockModule)$/;

interface Known {
  /** The names of imports. */
  readonly imported: ReadonlySet<string>;
  /** Names outside of tests that no function of before assigns. */
  readonly fixed: ReadonlySet<string>;
}

/** The rest of a sentence about the added part; `null` if it does nothing of that. */
export const findEarlyReach = (added: SyntaxNode, text: string, { imported, fixed }: Known): string | null => {
  for (const node of walk(added)) {
    const word = wordOf(node);
    if (word !== null && REACHING.has(word)) return `uses ${word}`;
    if (node.type === 'CallExpression') {
      const path = pathOf(childOf(node, 'callee'));
      if (MOVED_TO_THE_TOP.test(path)) return `calls ${path}`;
    }
    const target = targetOf(node);
    if (target === null) continue;
    const name = rootOf(target);
    const isMember = target.type.endsWith('MemberExpression');
    if (isMember ? imported.has(name) || isOfLanguage(name) : fixed.has(name))
      return `changes ${text.slice(target.start, target.end)}`;
  }
  return null;
};

/** Objects that assertions and tests use. */
const isOfLanguage = (name: string): boolean =>
  /^(?:assert|expect|[A-Z]\w*)$/.test(name) && (name in globalThis || !/^[A-Z]/.test(name));

const targetOf = (node: SyntaxNode): SyntaxNode | null => {
  if (node.type === 'AssignmentExpression') return childOf(node, 'left');
  if (node.type === 'UpdateExpression') return childOf(node, 'argument');
  return node.type === 'UnaryExpression' && node.operator === 'delete' ? childOf(node, 'argument') : null;
};

const rootOf = (node: SyntaxNode): string => {
  const object = childOf(node, 'object');
  return object === null ? textOf(node, 'name') : rootOf(object);
};

/** The names that functions of a program assign. */
export const assignedIn = (program: SyntaxNode): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of walk(program)) {
    const target = targetOf(node);
    if (target?.type === 'Identifier') found.add(textOf(target, 'name'));
  }
  return found;
};
