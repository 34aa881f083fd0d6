/** Which documents say something new about a change: text that no earlier document has, and a name from the change. */
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { createFreshWords } from './gather-documents.ts';
import { readDocument } from './read-document.ts';
import { extname } from 'node:path';
import { basename } from 'node:path/posix';
import picomatch from 'picomatch';
import type { Freeze } from '../integrity/freeze.ts';
import { type Base, listEarlier, openEarlier } from '../../project/sources/earlier-state.ts';
import { type ReadNow, readInWorkspace } from '../mutation-check/find-changes.ts';

interface ChangedDocument {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
  /** `''` for a new one. */
  readonly before: string;
}

/** The comments that document code of a changed file, without their signs. */
interface ChangedComments extends ChangedDocument {
  /** The names of what new lines of them document. */
  readonly about: readonly string[];
}

export interface NamesOfChange {
  /** Names that no ordinary sentence has by chance. */
  readonly names: ReadonlySet<string>;
  /** Names that also are words, such as keys: they count as code, in backticks or double quotes. */
  readonly quoted: ReadonlySet<string>;
}

export interface DocumentsOfChange {
  readonly changed: readonly ChangedDocument[];
  /** The texts of all other documents: what is copied from them is not new. */
  readonly others: readonly { readonly path: string; readonly text: string }[];
  readonly comments?: readonly ChangedComments[];
  /** Empty if no code was changed, and then no name is needed. */
  readonly names: NamesOfChange;
}

/** A line or two; more is not needed to mention a small change in a document that is there already. */
const LEAST_WORDS = 10;
const LEAST_DIFFERENT_WORDS = 6;

/** The documents that count, and for each other one everything that it lacks (rule 2.9). */
export const judgeChangedDocuments = ({
  changed,
  others,
  comments = [],
  names,
}: DocumentsOfChange): { readonly count: number; readonly findings: readonly Finding[] } => {
  const freshOf = createFreshWords();
  const wordsOf = (path: string, text: string) => readDocument(path, text).words;
  for (const { path, text } of others) freshOf(wordsOf(path, text));
  for (const { path, before } of [...changed, ...comments]) freshOf(wordsOf(path, before));
  const findings = changed.flatMap(({ path, text, before }) => {
    const fresh = freshOf(wordsOf(path, text));
    const lacks = isGenerated(text) ? [GENERATED] : [...lackOfWords(fresh), ...lackOfName(text, before, names)];
    return lacks.length === 0 ? [] : [finding('document.says_nothing_new', { path, lacks })];
  });
  const documenting = comments.filter(({ path, text, before, about }) => {
    const lacks = lackOfWords(freshOf(wordsOf(path, text)));
    return lacks.length === 0 && (about.some((name) => isName(name, names)) || says(text, before, names));
  });
  return { count: changed.length - findings.length + documenting.length, findings };
};

const lackOfWords = (words: readonly string[]): readonly string[] => {
  const different = new Set(words).size;
  if (words.length >= LEAST_WORDS && different >= LEAST_DIFFERENT_WORDS) return [];
  return [
    `${words.length} new words of prose (${different} different ones); ${LEAST_WORDS} new words, ${LEAST_DIFFERENT_WORDS} of them different, are required`,
  ];
};

/** At the head of a file that a program writes. */
const BY_A_PROGRAM = /@generated\b|\bauto-?(?:matically )?generated\b|\bdo not edit\b(?! this section)/i;
const isGenerated = (text: string): boolean => BY_A_PROGRAM.test(text.split('\n', LINES_OF_HEAD).join('\n'));
const LINES_OF_HEAD = 5;
const GENERATED = 'its head says that a program writes it; describe the change in a document that people write';

const MOST_NAMES = 5;

const isName = (name: string, { names, quoted }: NamesOfChange): boolean => names.has(name) || quoted.has(name);

const lackOfName = (text: string, before: string, names: NamesOfChange): readonly string[] => {
  if (names.names.size + names.quoted.size === 0 || says(text, before, names)) return [];
  const some = [...names.names, ...[...names.quoted].map((name) => `\`${name}\``)].slice(0, MOST_NAMES).join(', ');
  return [`its new lines name nothing of the change, such as ${some}`];
};

/** A line that was there before does not mention the change, even if it has the name. */
const says = (text: string, before: string, { names, quoted }: NamesOfChange): boolean => {
  const old = new Set(before.split('\n').map((line) => line.trim()));
  let isCode = false;
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!old.has(line.trim())) {
      if (wordsIn(line).some((name) => names.has(name))) return true;
      const code = isCode ? [line] : (line.match(CODE) ?? []);
      if (code.some((each) => wordsIn(each).some((name) => isName(name, { names, quoted })))) return true;
    }
  }
  return false;
};

const CODE = /`[^`]+`|"[^"]+"|<code>[^<]+|\{@code [^}]+|--[\w-]+|\b[\w$.]+\(/g;
/** With its parts: an option of a command line may have dashes. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$-]*/gu;
const wordsIn = (line: string): readonly string[] =>
  (line.match(NAME) ?? []).flatMap((name) => [name, ...name.split('-')]);

/** The start of the run, and the files now. */
export interface AsOfStart {
  /** Absolute: the workspace. */
  readonly folder: string;
  /** Globs of documents. */
  readonly globs: readonly string[];
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  readonly frozen: Freeze;
  /** @default the files of the workspace */
  readonly read?: ReadNow;
  /** The code that the run changed, whose README and CHANGELOG are documents wherever it lies. @default none */
  readonly code?: readonly string[];
}

interface SinceStart {
  readonly documents: Omit<DocumentsOfChange, 'names' | 'comments'>;
  readonly outside: readonly Finding[];
}

/** Files that people take for documents. */
const LIKE_DOCUMENTS = new Set(['.md', '.mdx', '.markdown', '.adoc', '.asciidoc', '.rst', '.txt']);
/** Every package of a workspace has its own. */
const OF_A_PACKAGE = /^(?:readme|changelog|changes|history)(?:\.(?:md|mdx|markdown|adoc|asciidoc|rst|txt))?$/i;

/** Whether it describes the code beside or below it. */
const isOfCode = (path: string, code: readonly string[]): boolean => {
  const name = basename(path);
  const folder = path.slice(0, path.length - name.length);
  return OF_A_PACKAGE.test(name) && code.some((each) => each.startsWith(folder));
};

const MOST_NEAR_MISSES = 3;
const MOST_BYTES = 1_000_000;

/** Also changed files that their path makes no documents; `null` without an earlier state: all would be new. */
export const readDocumentsSinceStart = async ({
  folder,
  globs,
  base,
  files,
  frozen,
  read = readInWorkspace(folder),
  code = [],
}: AsOfStart): Promise<SinceStart | null> => {
  const before = await listEarlier(folder, base);
  if (before.length === 0) return null;
  const isListed = picomatch([...globs], { dot: true, flags: 'is' });
  const isDocument = (path: string): boolean =>
    isListed(path) || (!Object.hasOwn(frozen, path) && isOfCode(path, code));
  const readEarlier = await openEarlier(folder, base);
  const changed: ChangedDocument[] = [];
  const others: { readonly path: string; readonly text: string }[] = [];
  const outside: Finding[] = [];
  for (const path of files.toSorted()) {
    const isOne = isDocument(path);
    const isLikeOne = LIKE_DOCUMENTS.has(extname(path).toLowerCase()) && !Object.hasOwn(frozen, path);
    if (!isOne && !isLikeOne) continue;
    const bytes = await read(path);
    if (bytes === null || bytes.length > MOST_BYTES) continue;
    const earlier = await readEarlier(path, bytes);
    const text = bytes.toString('utf8');
    if (earlier === 'same') others.push({ path, text });
    else if (isOne) changed.push({ path, text, before: earlier?.text ?? '' });
    else outside.push(finding('document.outside', { path, globs }));
  }
  // Text of a removed document is not new in another one.
  const present = new Set(files);
  for (const path of before) {
    if (present.has(path) || !isDocument(path)) continue;
    const earlier = await readEarlier(path, Buffer.alloc(0));
    if (earlier !== null && earlier !== 'same') others.push({ path, text: earlier.text });
  }
  return { documents: { changed, others }, outside: outside.slice(0, MOST_NEAR_MISSES) };
};
