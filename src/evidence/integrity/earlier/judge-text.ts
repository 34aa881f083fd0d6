/** Whether a test file in any language has each block that it had (rule 2.7). It may get more of them. */
import { languageOf } from '../../mutation-check/languages.ts';
import { importsOf, isImport, isMoreOfPackage } from './imported-names.ts';
import { type Block, readBlocks, namesIn, readWords } from './read-words.ts';
import { type Renames, isSameBut } from './same-words.ts';

interface TextQuestion {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** New names are added. */
  readonly renames: Renames;
  /** Whether a block, which is gone, is in another file of the tests. */
  readonly isMoved: (block: Block) => boolean;
}

/** More than that is no file that a person reads. */
const MOST_BLOCKS = 3_000;
const CONTAINER =
  /^(?:(?:pub(?:\([^)]*\))?|export|public|private|final|abstract|static|internal|open|data|sealed)\s+)*(?:class|mod|module|defmodule|impl|object|namespace|trait|describe|context|feature|suite|(?:RSpec\.)?(?:describe|context|feature))\b|^(?:Feature|Rule|Ability):/;
const MOST_OF_HEAD = 500;
const IS_CLASS = /\bclass\b/;
const GO_TEST = /^func\s+(?:Test|Benchmark)/;
const GO_CASE = /^[a-z]\w*\.Run\(/;
const NAMED =
  /^(?:(?:pub(?:\([^)]*\))?|async|export|default|static|public|private|protected|internal|final|abstract|override|suspend|unsafe|extern|open|data)\s+)*(?:def|class|func|fun|fn|function|mod|module|struct|type|enum|interface|trait|record|const|let|var|val|impl|macro_rules!)\s+(?:mut\s+)?(?:\([^)]*\)\s*)?(?:self\.)?([\p{L}_$][\p{L}\p{Nd}_$]*)/u;
const CALLED =
  /^(?:RSpec\.)?(it|specify|example|describe|context|feature|scenario|test|let!?|subject|shared_examples(?:_for)?|shared_context|[a-z]\w*\.Run|test_that|should)\b[\s(]*(?::(\w+)|(["'`])(.*?)\3)?/;
const METHOD = /^[\w<>[\],.\s]*?(\w+)\s*\([^;=]*\)\s*(?:throws\s[\w.,\s]+)?\{/;
const ASSIGNED = /^(?:self\.|this\.|@)?([\p{L}_$][\p{L}\p{Nd}_$]*)\s*(?::[^=]+)?:?=(?!=)/u;
/** These apply to tests that do not name them. */
const HOOK =
  /^(?:set_?up\w*|tear_?down\w*|pytest\w*|init|TestMain|before\w*|after\w*|around\w*|asyncSetUp|asyncTearDown|collect_ignore\w*)$/i;
const HOOKING =
  /\bautouse\b|\b(?:Before|After)(?:Each|All|Class)?\b|\b(?:OneTime)?(?:SetUp|TearDown)\b|\bctor\b|macro_export/;
/** Code that runs as the file is loaded, and changes something else. */
const REACHING =
  /\b(?:patch|setattr|delattr|exec|eval|monkeypatch|globals|sys|builtins|stub_const|allow|start)\b|\b__\w+__\b/;

/** Why it has not: the rest of a sentence; `null` if it has. */
export const judgeText = (question: TextQuestion): string | null => {
  const { path, before, after } = question;
  const [old, now] = [readBlocks(path, before), readBlocks(path, after)];
  if (Math.max(old.length, now.length) > MOST_BLOCKS) return 'it is too long to be read';
  return compare(old, now, { ...question, names: new Set(freeNames(path, before)) });
};

/** Those that do not only stand behind a dot. */
const freeNames = (path: string, text: string): readonly string[] => {
  const words = readWords(path, text);
  return words.flatMap(({ kind, text: word }, at) => (kind === 'word' && words[at - 1]?.text !== '.' ? [word] : []));
};

/** The members of a class, and what is called on it. */
const memberNames = (path: string, text: string, members: readonly Block[]): readonly string[] => {
  const words = readWords(path, text);
  const called = words.flatMap(({ text: word }, at) =>
    words[at - 1]?.text === '.' && /^(?:self|this|cls|super)$/.test(words[at - 2]?.text ?? '') ? [word] : [],
  );
  return [...members.map(nameIn), ...called];
};

interface Comparing extends TextQuestion {
  /** Those that a new declaration may not have. */
  readonly names: ReadonlySet<string>;
}

const compare = (old: readonly Block[], now: readonly Block[], comparing: Comparing): string | null => {
  const { path, isMoved } = comparing;
  const isCode = (block: Block): boolean => !isImport(path, block);
  const { pairs, gone, added } = pairBlocks(old.filter(isCode), now.filter(isCode));
  const lost = gone.find((block) => !isMoved(block));
  if (lost !== undefined) return `${nameOf(lost)} is gone, or is another one`;
  for (const [was, is] of pairs) {
    const why = compareBlock(was, is, comparing);
    if (why !== null) return why;
  }
  const moved = new Set(gone.map(nameIn));
  const imports = compareImports(old, now, moved, comparing);
  if (imports !== null) return imports;
  for (const block of added) {
    const why = whyNot(block, comparing);
    if (why !== null) return why;
  }
  return null;
};

const compareBlock = (was: Block, is: Block, comparing: Comparing): string | null => {
  if (was.key === is.key) return null;
  const { path, before, after, renames } = comparing;
  const isTable = (name: string): boolean => isTableIn(path, before, name);
  const trial: Renames = new Map(renames);
  if (isSameBut(was.words, is.words, { path, block: nameOf(was), renames: trial, isTable })) {
    for (const [from, to] of trial) renames.set(from, to);
    return null;
  }
  const changed = `${nameOf(was)} is changed`;
  const ofGo = path.endsWith('.go') && GO_TEST.test(was.head);
  const isOpen = (CONTAINER.test(was.head) || ofGo) && was.inside !== null && is.inside !== null;
  if (!isOpen || was.inside === null || is.inside === null || fitOf(path, was) !== fitOf(path, is)) return changed;
  const [old, now] = [readBlocks(path, before, was.inside), readBlocks(path, after, is.inside)];
  if (ofGo && pairBlocks(old, now).added.some(({ head }) => !GO_CASE.test(head))) return changed;
  if (ofGo) return compare(old, now, comparing) === null ? null : changed;
  const names = IS_CLASS.test(was.head) ? new Set(memberNames(path, before, old)) : comparing.names;
  return compare(old, now, { ...comparing, names });
};

/** The words in front of the inside of a block. */
const fitOf = (path: string, { head, marks }: Block): string =>
  readWords(path, `${marks}\n${head}`)
    .map(({ text }) => text)
    .join(' ');

/** Whether each use of the name but its declaration makes cases of it. */
const isTableIn = (path: string, text: string, name: string): boolean => {
  const words = readWords(path, text).map((word) => word.text);
  const uses = words.filter((word) => word === name).length;
  const isUse = (at: number): boolean => {
    const before = words.slice(Math.max(0, at - 3), at);
    const behind = words.slice(at + 1, at + 3);
    const line = words.slice(words.slice(0, at).findLastIndex((each) => each.startsWith('\n')) + 1, at).join(' ');
    return (
      before.at(-1) === 'range' ||
      (before.at(-1) === 'in' && /\bfor\b[^:]*$/.test(line)) ||
      (behind[0] === '.' && /^(?:each|each_with_index|forEach)$/.test(behind[1] ?? '')) ||
      /\b(?:parametrize|each)\b/.test(line)
    );
  };
  const ofCases = words.filter((word, at) => word === name && isUse(at)).length;
  // Tests beside each other often have a table of the same name.
  const made = words.filter(
    (word, at) => word === name && /^(?:=|: ?=)/.test(words.slice(at + 1, at + 3).join(' ')),
  ).length;
  return ofCases > 0 && uses === ofCases + Math.max(made, 1);
};

interface Pairs {
  readonly pairs: readonly (readonly [Block, Block])[];
  readonly gone: readonly Block[];
  readonly added: readonly Block[];
}

/** Equal blocks belong together, then those of one name, then those of one shape. */
const pairBlocks = (old: readonly Block[], now: readonly Block[]): Pairs => {
  const pairs: (readonly [Block, Block])[] = [];
  const [left, free] = [new Set(old), new Set(now)];
  for (const keyOf of [(block: Block) => block.key, nameOf, shapeOf]) {
    const byKey = new Map<string, Block[]>();
    for (const block of free) byKey.set(keyOf(block), [...(byKey.get(keyOf(block)) ?? []), block]);
    for (const block of left) {
      const other = byKey.get(keyOf(block))?.shift();
      if (other === undefined) continue;
      pairs.push([block, other]);
      left.delete(block);
      free.delete(other);
    }
  }
  return { pairs, gone: [...left], added: [...free] };
};

const shapeOf = ({ words }: Block): string => words.map(({ kind, text }) => (kind === 'word' ? 'w' : text)).join(' ');

/** For people, and to find a block again. */
const nameOf = (block: Block): string => {
  const [, called = '', symbol, , title] = CALLED.exec(block.head) ?? [];
  if (called !== '') return `${called} "${symbol ?? title ?? ''}"`;
  const name = nameIn(block);
  return name === '' ? `the line "${block.head.slice(0, 80)}"` : `"${name}"`;
};

const nameIn = ({ head: whole }: Block): string => {
  // A name stands at the beginning; patterns over a line of many thousand characters take seconds.
  const head = whole.slice(0, MOST_OF_HEAD);
  const [, called, symbol = ''] = CALLED.exec(head) ?? [];
  if (called !== undefined) return symbol;
  for (const form of [NAMED, ASSIGNED, METHOD]) {
    const [, name] = form.exec(head) ?? [];
    if (name !== undefined) return name;
  }
  return '';
};

const compareImports = (
  old: readonly Block[],
  now: readonly Block[],
  moved: ReadonlySet<string>,
  { path, before, after }: Comparing,
): string | null => {
  const all = (blocks: readonly Block[]) =>
    blocks.filter((block) => isImport(path, block)).flatMap((block) => importsOf(path, block));
  const [was, is] = [all(old), all(now)];
  const has = (list: typeof was, { what }: (typeof was)[number]): boolean => list.some((each) => each.what === what);
  const used = namesIn(path, after);
  for (const each of was)
    if (!has(is, each) && (each.name === '' || used.has(each.name)))
      return `the import of ${each.name || each.what} is gone`;
  const kept = new Set(was.map(({ name }) => name));
  const uses = namesOutsideImports(path, before, old);
  for (const each of is) {
    if (has(was, each) || each.name === '' || moved.has(each.name)) continue;
    if (isMoreOfPackage(path, each, was)) continue;
    if (kept.has(each.name) || uses.has(each.name)) return `it imports ${each.name} anew, which earlier tests use`;
  }
  return null;
};

/** A module may have the name of what is imported from it, as `datetime`. */
const namesOutsideImports = (path: string, text: string, blocks: readonly Block[]): ReadonlySet<string> => {
  const others = blocks.filter((block) => !isImport(path, block)).map(({ start, end }) => text.slice(start, end));
  return new Set(freeNames(path, others.join('\n')));
};

const OWNER = /^func\s+\(\s*(?:\w+\s+)?\*?(\w+)|^(?:unsafe\s+)?impl\b[^{]*\bfor\s+(\w+)/;

/** Why a block is no mere addition; `null` if it is. */
const whyNot = (block: Block, { path, names }: Comparing): string | null => {
  const { head, marks } = block;
  const name = nameIn(block);
  if (HOOK.test(name) || HOOKING.test(marks) || HOOK.test(/^\w+/.exec(head)?.[0] ?? ''))
    return `it has a new hook, ${nameOf(block)}, which counts for earlier tests`;
  if (/^if\s+__name__\b/.test(head)) return null;
  const isTest = CALLED.test(head) || (languageOf(path) === null && block.inside !== null);
  if (name === '') return isTest ? null : `it has new code outside of tests: "${head.slice(0, 80)}"`;
  // A method belongs to its type.
  const [, ofGo, ofRust] = OWNER.exec(head) ?? [];
  const declared = ofGo ?? ofRust ?? name;
  if (names.has(declared)) return `it declares ${declared} anew, which earlier tests use`;
  return ASSIGNED.test(head) && REACHING.test(head) ? `it has new code outside of tests: "${head.slice(0, 80)}"` : null;
};
