/**
 * The mutants of some lines of JavaScript and TypeScript, found by syntax. Pure.
 *
 * @module
 */
import { distinct, type Mutant, lineFinder, type Lines, plant } from './mutant.ts';
import { alternativesOfNode } from './alternatives-of-node.ts';
import { functionsOfLog, isBarren, mutantsOfNode } from './mutants-of-node.ts';
import { childOf, childrenOf, listOf, type Parse, type SyntaxNode, textOf } from '../text/syntax-tree.ts';

/**
 * Every mutant that begins in one of the lines, in the order of the text.
 *
 * @throws SyntaxError when the text itself does not parse
 */
export const findScriptMutants = (path: string, text: string, lines: Lines, parse: Parse): readonly Mutant[] => {
  const lineOf = lineFinder(text);
  const mutants: Mutant[] = [];
  for (const [node, parent, input] of walkTree(parse(text))) {
    for (const replacement of [...mutantsOfNode(node, parent, text), ...alternativesOfNode(node, text, input)]) {
      const { kind, from, to } = replacement;
      const line = lineOf(from);
      const reach = kind === 'body' ? lineOf(to) : line;
      const first = Array.from({ length: reach - line + 1 }, (_, i) => line + i).find((each) => lines.has(each));
      if (first !== undefined) mutants.push({ ...replacement, path, line: first, before: text.slice(from, to) });
    }
  }
  return distinct(mutants).toSorted((one, other) => one.from - other.from);
};

/** Whether the text is still valid with the mutant: `??` beside `&&` is not. */
export const stillParses = (text: string, mutant: Mutant, parse: Parse): boolean => {
  try {
    parse(plant(text, mutant));
    return true;
  } catch {
    return false;
  }
};

/** Every node below, with its parent and the first parameter of its function; skips barren nodes. */
function* walkTree(
  node: SyntaxNode,
  parent: SyntaxNode | null = null,
  around: string | null = null,
): Generator<readonly [SyntaxNode, SyntaxNode | null, string | null]> {
  if (isBarren(node, parent)) {
    for (const each of functionsOfLog(node)) yield* walkTree(each, node, around);
    return;
  }
  const input = inputOf(node, around);
  yield [node, parent, input];
  for (const child of childrenOf(node, NO_CODE)) yield* walkTree(child, node, input);
}

/** `null` where the function has no parameter, or takes its first one apart. */
const inputOf = (node: SyntaxNode, around: string | null): string | null => {
  if (!/(?:Function|Method)/.test(node.type) || childOf(node, 'body') === null) return around;
  const [first] = listOf(node, 'params');
  return first === undefined ? null : textOf(first, 'name') || null;
};

const NO_CODE = /Comments$|^(?:loc|extra|typeAnnotation|typeParameters|returnType)$/;
