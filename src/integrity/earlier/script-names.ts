/**
 * Names in JavaScript and TypeScript: those that a statement declares, those that are used as such, and a text with
 * another name for one that it declares.
 *
 * @module
 */
import { childOf, childrenOf, listOf, type SyntaxNode, textOf } from '../../text/syntax-tree.ts';
import { namesOf } from '../additions/script-reach.ts';
import { outerNames } from '../additions/script-shapes.ts';

/** More are another work. */
const MOST_TRIALS = 20;

/** None for a statement that declares nothing. */
export const declaredBy = (node: SyntaxNode): readonly string[] => {
  if (node.type === 'ExportNamedDeclaration') {
    const inside = childOf(node, 'declaration');
    return inside === null ? [] : declaredBy(inside);
  }
  if (node.type === 'VariableDeclaration')
    return listOf(node, 'declarations').flatMap((each) => namesOf(childOf(each, 'id')));
  return /^(?:Function|Class|TS\w+)Declaration$|^TSTypeAlias/.test(node.type)
    ? [textOf(childOf(node, 'id') ?? node, 'name')]
    : [];
};

/** Whether a name in the code stands for itself, and whether a key has its name by it. */
interface Use {
  readonly node: SyntaxNode;
  readonly isShort: boolean;
}

/** The uses of names that are no keys, and no members of something. */
function* usesIn(node: SyntaxNode): Generator<Use> {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
    yield { node, isShort: false };
    return;
  }
  const isKeyed = /(?:MemberExpression|Property|Method)$/.test(node.type) && node.computed !== true;
  const key = isKeyed ? (childOf(node, 'property') ?? childOf(node, 'key')) : null;
  if (node.type === 'ObjectProperty' && node.shorthand === true) {
    const value = childOf(node, 'value');
    if (value?.type === 'Identifier') {
      yield { node: value, isShort: true };
      return;
    }
  }
  for (const child of childrenOf(node)) if (child !== key) yield* usesIn(child);
}

export const freeNames = (program: SyntaxNode): ReadonlySet<string> =>
  new Set([...usesIn(program)].map(({ node }) => textOf(node, 'name')));

/** The text with each new name for each old one that is gone, where it is declared outside of tests. */
export function* renameIn(was: SyntaxNode, is: SyntaxNode, text: string): Generator<string> {
  const [before, now] = [freeNames(was), freeNames(is)];
  const gone = [...new Set(outerNames(was))].filter((name) => !now.has(name));
  const fresh = [...new Set(outerNames(is))].filter((name) => !before.has(name));
  if (gone.length === 0) return;
  let trials = 0;
  for (const renames of pairNames(gone, fresh)) {
    trials += 1;
    if (trials > MOST_TRIALS) return;
    let renamed = text;
    for (const { node, isShort } of [...usesIn(was)].sort((one, other) => other.node.start - one.node.start)) {
      const name = textOf(node, 'name');
      const to = renames.get(name);
      if (to === undefined) continue;
      const end = node.start + name.length;
      renamed = `${renamed.slice(0, node.start)}${isShort ? `${name}: ${to}` : to}${renamed.slice(end)}`;
    }
    yield renamed;
  }
}

/** Every way to give each of the one a name of the others, in their order; made one by one, as there are very many. */
function* pairNames(gone: readonly string[], fresh: readonly string[]): Generator<ReadonlyMap<string, string>> {
  const [first, ...others] = gone;
  if (first === undefined) yield new Map();
  else if (gone.length <= fresh.length)
    for (const name of fresh)
      for (const rest of pairNames(
        others,
        fresh.filter((each) => each !== name),
      ))
        yield new Map([[first, name], ...rest]);
}
