/**
 * The mutants of some lines of JavaScript and TypeScript, found by syntax. Pure.
 *
 * @module
 */
import { distinct, type Mutant, lineFinder, type Lines, plant } from './mutant.ts';
import { mutantsOfNode, isBarren } from './mutants-of-node.ts';
import { isNode, type Parse, type SyntaxNode } from './syntax-tree.ts';

/**
 * Every mutant that begins in one of the lines, in the order of the text.
 *
 * @throws SyntaxError when the text itself does not parse
 */
export const findScriptMutants = (path: string, text: string, lines: Lines, parse: Parse): readonly Mutant[] => {
  const lineOf = lineFinder(text);
  const mutants: Mutant[] = [];
  for (const [node, parent] of walkTree(parse(text))) {
    for (const replacement of mutantsOfNode(node, parent, text)) {
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

/** Every node below, with its parent; skips barren nodes. */
function* walkTree(
  node: SyntaxNode,
  parent: SyntaxNode | null = null,
): Generator<readonly [SyntaxNode, SyntaxNode | null]> {
  if (isBarren(node)) return;
  yield [node, parent];
  for (const [name, value] of Object.entries(node)) {
    if (NO_CHILDREN.has(name)) continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walkTree(child, node);
  }
}

const NO_CHILDREN: ReadonlySet<string> = new Set([
  'loc',
  'extra',
  'leadingComments',
  'innerComments',
  'trailingComments',
  'typeAnnotation',
  'typeParameters',
  'returnType',
]);
