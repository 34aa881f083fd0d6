/**
 * Names that were changed everywhere in earlier tests, such as that of a variable of a set-up: the tests say the same.
 * The name was declared in these files, the new one was not there, and the old one is gone.
 *
 * @module
 */
import { isImport } from './imported-names.ts';
import { readBlocks } from './read-blocks.ts';
import { namesIn, readWords, type Word } from './read-words.ts';

/** By the old name, as they are found. */
export type Renames = Map<string, NewName>;

interface NewName {
  readonly to: string;
  /** The first place. */
  readonly path: string;
  readonly block: string;
}

/** A runner calls these by their names. */
const CALLED_BY_NAME =
  /^(?:__\w+__|pytest\w*|(?:async)?set_?up\w*|(?:async)?tear_?down\w*|init|main|test\w*|before\w*|after\w*|around\w*|collect_ignore\w*)$/i;
const DECLARING = new Set(
  'let const var def class func fn function fun mut val struct type static mod module'.split(' '),
);
const OWNERS = new Set(['self', 'this', '@']);

/** The names that a text declares, in any language, outside of lists of parameters. */
const declaredIn = (path: string, text: string): ReadonlySet<string> => {
  const words = readWords(path, text);
  const found = new Set<string>();
  for (const [at, { text: word, kind }] of words.entries()) {
    const before = words[at - 1]?.text ?? '\n';
    if (kind !== 'word') continue;
    if (DECLARING.has(before) || (before === ':' && /^(?:let|subject)$/.test(words[at - 3]?.text ?? '')))
      found.add(word);
    if (isTarget(words, at)) found.add(word);
  }
  return found;
};

/** The target of an assignment that begins a statement. */
const isTarget = (words: readonly Word[], at: number): boolean => {
  let first = at;
  for (let of = at - 1; of >= 0 && (words[of]?.text === ',' || words[of]?.kind === 'word'); of -= 1) {
    if (words[of]?.kind === 'word' && !DECLARING.has(words[of]?.text ?? '')) first = of;
  }
  let start = first - 1;
  if (words[start]?.text === '.') start -= 2;
  else if (OWNERS.has(words[start]?.text ?? '')) start -= 1;
  const opens = words[start]?.text ?? '\n';
  if (!/^(?:\n\d*|[;{}])$/.test(opens) && !DECLARING.has(opens)) return false;
  if (words[first - 1]?.text === '.' && !OWNERS.has(words[first - 2]?.text ?? '')) return false;
  let end = at + 1;
  while (words[end]?.text === ',' && words[end + 1]?.kind === 'word') end += 2;
  if (words[end]?.text === ':') end += 1;
  return words[end]?.text === '=' && words[end + 1]?.text !== '=';
};

interface Changed {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The first that is more than another name, and why: the rest of a sentence about its file; `null` if none is. */
export const judgeRenames = (
  renames: Renames,
  files: readonly Changed[],
): { readonly path: string; readonly why: string } | null => {
  if (renames.size === 0) return null;
  const declared = new Set(files.flatMap(({ path, before }) => [...declaredIn(path, before)]));
  const old = new Set(files.flatMap(({ path, before }) => [...namesIn(path, before)]));
  const now = new Set(files.flatMap(({ path, after }) => namesInCode(path, after)));
  const taken = new Set<string>();
  for (const [from, { to, path, block }] of renames) {
    const isPlain =
      declared.has(from) && !old.has(to) && !now.has(from) && !taken.has(to) && ![from, to].some(isCalledByName);
    if (!isPlain) return { path, why: `${block} is changed: it has ${to} in the place of ${from}` };
    taken.add(to);
  }
  return null;
};

/** Without modules and members. */
const namesInCode = (path: string, text: string): readonly string[] =>
  readBlocks(path, text)
    .filter((block) => !isImport(path, block))
    .flatMap(({ words }) =>
      words.flatMap(({ kind, text: word }, at) => (kind === 'word' && words[at - 1]?.text !== '.' ? [word] : [])),
    );

const isCalledByName = (name: string): boolean => CALLED_BY_NAME.test(name);
