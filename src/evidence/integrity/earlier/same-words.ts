/** Whether two blocks of a test file say the same, but for names and for rows that were added to tables of cases. */
import { isImport } from './imported-names.ts';
import { readBlocks, namesIn, readWords, type Word } from './read-words.ts';

// Names changed everywhere: the name was declared in these files, the new one was not there, the old one is gone.

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

interface Comparing {
  readonly path: string;
  /** For people. */
  readonly block: string;
  readonly renames: Renames;
  /** Whether a name stands for a list whose elements are cases. */
  readonly isTable: (name: string) => boolean;
}

type Words = readonly Word[];

const NO_ROWS: Words = [{ text: 'assert', kind: 'word' }];
/** A brace behind a parenthesis, a word or an arrow opens a block, and not behind a sign that wants a value. */
const isBlock = (before: Words, { text }: Word): boolean =>
  text === '{' && !/^[=:,([]$/.test(before.at(-1)?.text ?? '=');

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** These take a list of cases. */
const TAKES_CASES =
  /^(?:parametrize|parameterized|each|each_with_index|forEach|values?|cases?|test_case|CsvSource|ValueSource|TestCase|InlineData|DataRow|data_provider)$/;

/** @param above - where the words are those of a group in brackets: the words of its statement in front of it */
export const isSameBut = (old: Words, now: Words, comparing: Comparing, above: Words | null = null): boolean => {
  let [at, to, start] = [0, 0, 0];
  while (at < old.length || to < now.length) {
    const [one, other] = [old[at], now[to]];
    const added = caseAt(now, to);
    if (added > 0 && keyOf(old, at) !== keyOf(now, to)) {
      to += added;
      continue;
    }
    if (one === undefined || other === undefined) return false;
    const [end, until] = [endOf(old, at), endOf(now, to)];
    if (end > at + 1 && one.text === other.text) {
      const [was, is] = [old.slice(at + 1, end - 1), now.slice(to + 1, until - 1)];
      const before = [...(above ?? []), ...old.slice(start, at)];
      const isList = one.text !== '(' && isOfCases(before, old.slice(end), comparing);
      // The inside of a row is no list of rows, and a block has statements of its own.
      const inner = isList ? NO_ROWS : isBlock(before, one) ? [] : before;
      if (!(isList && isLonger(was, is)) && !isSameBut(was, is, comparing, inner)) return false;
      [at, to] = [end, until];
      if (one.text === '{' && !/^[[{,.)]/.test(old[at]?.text ?? ',')) start = at;
      continue;
    }
    if (!isSameWord(one, other, comparing)) return false;
    if (one.text !== other.text && !mayBeRenamed(old, at, comparing, above !== null)) return false;
    [at, to] = [at + 1, to + 1];
    if (/^(?:\n\d*|;)$/.test(one.text)) start = at;
  }
  return true;
};

/** No key, no argument by name, no member of anything else than the test. */
const mayBeRenamed = (words: Words, at: number, { path }: Comparing, isInside: boolean): boolean => {
  const [owner, before, next, second] = [at - 2, at - 1, at + 1, at + 2].map((of) => words[of]?.text ?? '');
  if (before === '.') return /^(?:self|this|cls)$/.test(owner ?? '');
  const isInList = isInside && (before === ',' || before === '');
  if (next === ':' && second !== '=') return /\.(?:py|rs)$/.test(path) && isInList;
  return !(next === '=' && second !== '=' && isInList);
};

const isSameWord = (one: Word, other: Word, { path, block, renames }: Comparing): boolean => {
  if (one.kind !== other.kind) return false;
  const known = renames.get(one.text)?.to;
  if (one.text === other.text) return known === undefined;
  if (one.kind !== 'word' || (known !== undefined && known !== other.text)) return false;
  renames.set(one.text, { to: other.text, path, block });
  return true;
};

/** Behind the group that begins there, or the word. */
const endOf = (words: Words, at: number): number => {
  if (PAIRS[words[at]?.text ?? ''] === undefined || words[at]?.kind !== 'mark') return at + 1;
  let depth = 0;
  for (let next = at; next < words.length; next += 1) {
    const { text = '', kind } = words[next] ?? {};
    if (kind !== 'mark') continue;
    if (PAIRS[text] !== undefined) depth += 1;
    if (')]}'.includes(text)) depth -= 1;
    if (depth === 0) return next + 1;
  }
  return words.length;
};

const keyOf = (words: Words, at: number): string =>
  words
    .slice(at, endOf(words, at + 1))
    .map(({ text }) => text)
    .join(' ');

/** The length of an attribute with one case, such as `#[case(1, 2)]`, that begins there. */
const caseAt = (words: Words, at: number): number =>
  words[at]?.text === '#' && words[at + 1]?.text === '[' && TAKES_CASES.test(words[at + 2]?.text ?? '')
    ? endOf(words, at + 1) - at
    : 0;

/** Whether a list may get more rows. @param before - its statement in front of it @param behind - the words after it */
const isOfCases = (before: Words, behind: Words, { isTable }: Comparing): boolean => {
  const words = before.map(({ text }) => text).filter((word) => !word.startsWith('\n'));
  const [first = ''] = words;
  if (/^(?:assert\w*|expect\w*|require|check|return|if|while)$/.test(first)) return false;
  if (first === 'for' || words.some((word) => TAKES_CASES.test(word))) return true;
  if (behind[0]?.text === '.' && TAKES_CASES.test(behind[1]?.text ?? '')) return true;
  const equals = words.indexOf('=');
  if (equals < 1 || words.slice(equals + 1).includes('(')) return false;
  const name = words
    .slice(0, equals)
    .find((word) => /^\w+$/.test(word) && !/^(?:let|const|var|static|mut)$/.test(word));
  return name !== undefined && isTable(name);
};

/** Each old element is there, in its order. */
const isLonger = (old: Words, now: Words): boolean => {
  const was = elementsOf(old).map(textOf);
  let next = 0;
  for (const element of elementsOf(now).map(textOf)) if (was[next] === element) next += 1;
  return next === was.length;
};

const textOf = (words: Words): string => words.map(({ text }) => text).join(' ');

const elementsOf = (words: Words): readonly Words[] => {
  const elements: Word[][] = [[]];
  for (let at = 0; at < words.length; ) {
    const end = endOf(words, at);
    if (words[at]?.text === ',') elements.push([]);
    else elements.at(-1)?.push(...words.slice(at, end));
    at = end;
  }
  return elements.filter((element) => element.length > 0);
};
