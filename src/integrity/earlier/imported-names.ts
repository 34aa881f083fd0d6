/**
 * Reads the imports of a test file in languages other than JavaScript: each with the name that it binds.
 *
 * @module
 */
import { extname } from 'node:path/posix';
import type { Block } from './read-blocks.ts';
import type { Word } from './read-words.ts';

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
