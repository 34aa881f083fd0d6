/**
 * The imports of a test file in JavaScript or TypeScript, `require` among them: what each brings, and the text without
 * them.
 *
 * @module
 */
import { childOf, listOf, type SyntaxNode, textOf } from '../../text/syntax-tree.ts';
import { cutOut } from '../additions/addition.ts';
import { namesOf } from '../additions/script-reach.ts';
import { boundBy, moduleOf, onlyDeclarator } from '../additions/script-shapes.ts';
import type { Import } from './imported-names.ts';

interface ScriptImports {
  readonly imports: readonly Import[];
  readonly rest: string;
}

export const readImports = (program: SyntaxNode, text: string): ScriptImports => {
  const statements = listOf(program, 'body').filter((node) => boundBy(node) !== null);
  return { imports: statements.flatMap(importsOf), rest: cutOut(text, statements) };
};

const importsOf = (node: SyntaxNode): readonly Import[] => {
  const module = moduleOf(node);
  const specifiers = listOf(node, 'specifiers');
  if (node.type === 'ImportDeclaration' && specifiers.length === 0) return [{ what: module, name: '' }];
  if (node.type === 'ImportDeclaration')
    return specifiers.map((each) => {
      const imported = childOf(each, 'imported');
      const what = imported === null ? each.type : textOf(imported, 'name') || textOf(imported, 'value');
      return { what: `${module} ${what}`, name: textOf(childOf(each, 'local') ?? each, 'name') };
    });
  const id = childOf(onlyDeclarator(node) ?? node, 'id');
  if (id?.type !== 'ObjectPattern') return namesOf(id).map((name) => ({ what: `${module} *`, name }));
  return listOf(id, 'properties').flatMap((each) =>
    namesOf(childOf(each, 'value') ?? childOf(each, 'argument')).map((name) => ({
      what: `${module} ${textOf(childOf(each, 'key') ?? each, 'name')}`,
      name,
    })),
  );
};

/** Whether a name of before comes from elsewhere now, or a new one is in its place; `null` if not. */
export const compareImports = (
  was: readonly Import[],
  is: readonly Import[],
  { used, names, moved }: Readonly<Record<'used' | 'names' | 'moved', ReadonlySet<string>>>,
): string | null => {
  const keyOf = ({ what, name }: Import): string => `${what} as ${name}`;
  const [old, now] = [new Set(was.map(keyOf)), new Set(is.map(keyOf))];
  const gone = was.find((each) => !now.has(keyOf(each)) && (each.name === '' || used.has(each.name)));
  if (gone !== undefined) return `${gone.name || gone.what} is no longer imported as it was`;
  const kept = new Set(was.map(({ name }) => name));
  for (const each of is) {
    if (old.has(keyOf(each)) || moved.has(each.name)) continue;
    if (each.name === '') return `it imports ${each.what}, which may change what earlier tests see`;
    if (kept.has(each.name) || names.has(each.name)) return `it imports ${each.name} anew, which earlier tests use`;
  }
  return null;
};
