/**
 * Which documents say something new about a change: text that no earlier document has, and a name from the change.
 * Pure.
 *
 * @module
 */
import { type Finding } from '../../../gates/iteration.ts';
import { finding } from '../../findings/findings.ts';
import { createFreshWords } from './gather-documents.ts';
import { readDocument } from './read-document.ts';

/** A document that the run added or changed. */
export interface ChangedDocument {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly text: string;
  /** `''` for a new one. */
  readonly before: string;
}

export interface DocumentsOfChange {
  readonly changed: readonly ChangedDocument[];
  /** The texts of all other documents: what is copied from them is not new. */
  readonly others: readonly { readonly path: string; readonly text: string }[];
  /** Names from the change; empty if no code was changed, and then no name is needed. */
  readonly names: ReadonlySet<string>;
}

/** A line or two; more is not needed to mention a small change in a document that is there already. */
const LEAST_WORDS = 10;
const LEAST_DIFFERENT_WORDS = 6;

/** The documents that count, and for each other one everything that it lacks (rule 2.9). */
export const judgeChangedDocuments = ({
  changed,
  others,
  names,
}: DocumentsOfChange): { readonly count: number; readonly findings: readonly Finding[] } => {
  const freshOf = createFreshWords();
  const wordsOf = (path: string, text: string) => readDocument(path, text).words;
  for (const { path, text } of others) freshOf(wordsOf(path, text));
  for (const { path, before } of changed) freshOf(wordsOf(path, before));
  const findings = changed.flatMap(({ path, text, before }) => {
    const fresh = freshOf(wordsOf(path, text));
    const lacks = [...lackOfWords(fresh), ...lackOfName(text, before, names)];
    return lacks.length === 0 ? [] : [finding('document.says_nothing_new', { path, lacks })];
  });
  return { count: changed.length - findings.length, findings };
};

const lackOfWords = (words: readonly string[]): readonly string[] => {
  const different = new Set(words).size;
  if (words.length >= LEAST_WORDS && different >= LEAST_DIFFERENT_WORDS) return [];
  return [
    `${words.length} new words of prose (${different} different ones); ${LEAST_WORDS} new words, ${LEAST_DIFFERENT_WORDS} of them different, are required`,
  ];
};

const MOST_NAMES = 5;

/** A line that was there before does not mention the change, even if it has the name. */
const lackOfName = (text: string, before: string, names: ReadonlySet<string>): readonly string[] => {
  if (names.size === 0) return [];
  const old = new Set(before.split('\n').map((line) => line.trim()));
  const added = text.split('\n').filter((line) => !old.has(line.trim()));
  const said = new Set(added.flatMap((line) => line.match(NAME) ?? []));
  if ([...names].some((name) => said.has(name))) return [];
  const some = [...names].slice(0, MOST_NAMES).join(', ');
  return [`its new lines name nothing of the change, such as ${some}`];
};

/** Also the id of a criterion: `AC-1`. */
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:-\d+(?:\.\d+)*)?/gu;
