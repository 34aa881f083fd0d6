/** Reads the imports of a test file in languages other than JavaScript: each with the name that it binds. */
import { extname } from 'node:path/posix';
import { childOf, childrenOf, listOf, type SyntaxNode, textOf } from '../../../base/text/syntax-tree.ts';
import { namesOf } from '../additions/script-reach.ts';
import { outerNames } from '../additions/script-shapes.ts';
import type { Block, Word } from './read-words.ts';

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

export interface Import {
  /** As it is written, without its formatting. */
  readonly what: string;
  /** `''` where it binds no name that a text can show. */
  readonly name: string;
}

const IMPORTS: Readonly<Record<string, RegExp>> = {
  '.py': /^(?:from\s+\S+\s+import\b|import\s)/,
  '.go': /^import\b/,
  '.rs': /^(?:pub\s+)?(?:use\s|extern\s+crate\b|mod\s+\w+\s*;)/,
  '.rb': /^(?:require|require_relative|include)\b/,
};
const ANY = /^(?:import|using|use|require|require_once|include|#include|package|namespace\s+[\w.\\]+\s*;)\b/;

export const isImport = (path: string, { head }: Pick<Block, 'head'>): boolean =>
  (IMPORTS[extname(path)] ?? ANY).test(head);

export const importsOf = (path: string, { words }: Pick<Block, 'words'>): readonly Import[] => {
  const all = words.filter(({ text }) => !text.startsWith('\n'));
  if (path.endsWith('.py')) return ofPython(all);
  if (path.endsWith('.go')) return ofGo(all);
  if (path.endsWith('.rs')) return ofRust(all, '');
  return [{ what: join(all), name: '' }];
};

/** `import a.b` beside `import a` in Python: the name stands for the same package. */
export const isMoreOfPackage = (path: string, { what, name }: Import, was: readonly Import[]): boolean => {
  const isOf = (each: string): boolean => each === `import ${name}` || each.startsWith(`import ${name} . `);
  return (
    path.endsWith('.py') &&
    isOf(what) &&
    !/ as /.test(what) &&
    was.some((each) => isOf(each.what) && each.name === name)
  );
};

const join = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

const ofPython = (words: readonly Word[]): readonly Import[] => {
  const at = words[0]?.text === 'from' ? words.findIndex(({ text }) => text === 'import') : 0;
  const from = words.slice(0, at + 1);
  return split(words.slice(at + 1).filter(({ text }) => text !== '(' && text !== ')')).map((each) => ({
    what: `${join(from)} ${join(each)}`,
    name: (at > 0 || each.some(({ text }) => text === 'as') ? each.at(-1) : each[0])?.text ?? '',
  }));
};

const split = (words: readonly Word[]): readonly Word[][] => {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (word.text === ',') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
};

const ofGo = (words: readonly Word[]): readonly Import[] =>
  words.flatMap((word, at) => {
    if (word.kind !== 'string') return [];
    const before = words[at - 1];
    const isNamed = before !== undefined && (before.kind === 'word' || before.text === '.') && before.text !== 'import';
    const last = word.text.slice(1, -1).split('/').at(-1) ?? '';
    return [{ what: `${isNamed ? before.text : ''} ${word.text}`, name: isNamed ? before.text : last }];
  });

/** Braces in braces are taken apart. */
const ofRust = (words: readonly Word[], above: string): readonly Import[] => {
  const open = words.findIndex(({ text }) => text === '{');
  const bare = words.filter(({ text }) => text !== ';');
  if (open === -1) {
    const name = bare.at(-1)?.text ?? '';
    return bare.length === 0 ? [] : [{ what: `${above} ${join(bare)}`, name: name === '*' ? '' : name }];
  }
  const path = `${above} ${join(words.slice(0, open))}`;
  const inside = words.slice(
    open + 1,
    words.findLastIndex(({ text }) => text === '}'),
  );
  const parts: Word[][] = [[]];
  let depth = 0;
  for (const word of inside) {
    if (word.text === '{') depth += 1;
    if (word.text === '}') depth -= 1;
    if (word.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.flatMap((part) => (part.length === 0 ? [] : ofRust(part, path)));
};
