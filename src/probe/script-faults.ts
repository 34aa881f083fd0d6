/**
 * The faults that JavaScript and TypeScript can have in some of their lines, found by syntax. Pure.
 *
 * @module
 */
import { distinct, type Fault, lineFinder, type Lines, plant } from './fault.ts';
import { faultsOfNode, isBarren } from './faults-of-node.ts';
import { isNode, type Parse, type SyntaxNode } from './syntax-tree.ts';

/**
 * Every fault that begins in one of the lines, in the order of the text.
 *
 * @throws SyntaxError when the text itself does not parse
 */
export const findScriptFaults = (path: string, text: string, lines: Lines, parse: Parse): readonly Fault[] => {
  const lineOf = lineFinder(text);
  const faults: Fault[] = [];
  for (const [node, parent] of walkTree(parse(text))) {
    for (const replacement of faultsOfNode(node, parent, text)) {
      const { kind, from, to } = replacement;
      const line = lineOf(from);
      const reach = kind === 'body' ? lineOf(to) : line;
      const first = Array.from({ length: reach - line + 1 }, (_, i) => line + i).find((each) => lines.has(each));
      if (first !== undefined) faults.push({ ...replacement, path, line: first, before: text.slice(from, to) });
    }
  }
  return distinct(faults).toSorted((one, other) => one.from - other.from);
};

/** Whether the text is still of its language with the fault in it: `??` beside `&&` is not. */
export const stillParses = (text: string, fault: Fault, parse: Parse): boolean => {
  try {
    parse(plant(text, fault));
    return true;
  } catch {
    return false;
  }
};

/** Every node below, with what it stands in; nothing within what is barren. */
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
