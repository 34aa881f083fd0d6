/**
 * The lines of Structurizr DSL as nested statements: words, strings, comments, and the braces, which have their places
 * (an opening one is the last word of its line, a closing one is alone).
 *
 * @module
 */
import type { SourceLine } from '../expand-includes.ts';

export interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

export interface Statement {
  readonly line: number;
  readonly words: readonly Word[];
  /** The content of its braces; null without any. */
  readonly children: readonly Statement[] | null;
}

/** The problem of a source, and its line. */
interface Failure {
  readonly line: number;
  readonly reason: string;
}

interface OpenStatement extends Statement {
  readonly children: Statement[];
}

const DEEPEST = 50;

/** Statements of the outermost level, or the first thing that no reader of this language takes. */
export const readStatements = (source: readonly SourceLine[]): readonly Statement[] | Failure => {
  const top: Statement[] = [];
  const open: OpenStatement[] = [];
  for (const { line, text } of joinLines(source)) {
    const words = splitWords(text);
    if (words === null) return { line, reason: 'a string is not closed' };
    if (words.length === 0) continue;
    const isBrace = ({ quoted, text: word }: Word): boolean => !quoted && (word === '{' || word === '}');
    const last = words.at(-1);
    if (words.length === 1 && last !== undefined && !last.quoted && last.text === '}') {
      if (open.pop() === undefined) return { line, reason: 'a closing brace has no opening one' };
      continue;
    }
    if (words.slice(0, -1).some(isBrace)) return { line, reason: 'a brace must be the last word of its line' };
    if (last?.text === '}' && !last.quoted) return { line, reason: 'a closing brace must be alone on its line' };
    if (open.length >= DEEPEST) return { line, reason: `braces are nested more than ${DEEPEST} levels deep` };
    const into = open.at(-1)?.children ?? top;
    if (last !== undefined && isBrace(last)) {
      const statement = { line, words: words.slice(0, -1), children: [] };
      into.push(statement);
      open.push(statement);
    } else into.push({ line, words, children: null });
  }
  const unclosed = open.at(-1);
  return unclosed === undefined ? top : { line: unclosed.line, reason: 'a brace is not closed' };
};

/** Without comments and text blocks; a backslash at the end of a line takes in the next. */
const joinLines = (source: readonly SourceLine[]): readonly SourceLine[] => {
  const joined: SourceLine[] = [];
  let inComment = false;
  let inBlock = false;
  let opened: { line: number; parts: string[] } | null = null;
  for (const { line, text: raw } of source) {
    const text = raw.trim();
    if (inComment) {
      inComment = !text.endsWith('*/');
      continue;
    }
    if (inBlock) {
      inBlock = !text.endsWith('"""');
      continue;
    }
    if (opened === null && /^(?:#|\/\/)/.test(text)) continue;
    if (opened === null && text.startsWith('/*')) {
      inComment = !text.endsWith('*/') || text.length < 4;
      continue;
    }
    opened ??= { line, parts: [] };
    if (text.endsWith('\\')) {
      opened.parts.push(text.slice(0, -1));
      continue;
    }
    inBlock = text.split('"""').length === 2;
    opened.parts.push(text.replaceAll('"""', '"'), inBlock ? '"' : '');
    joined.push({ line: opened.line, text: opened.parts.join(' ') });
    opened = null;
  }
  return opened === null ? joined : [...joined, { line: opened.line, text: opened.parts.join(' ') }];
};

/** Null when a string is not closed. */
const splitWords = (text: string): readonly Word[] | null => {
  const words: Word[] = [];
  for (const [word, string] of text.matchAll(/"([^"\\]*(?:\\.[^"\\]*)*)"?|[^\s"]+/g)) {
    if (string === undefined) words.push({ text: word, quoted: false });
    else if (word.length === string.length + 2) words.push({ text: string, quoted: true });
    else return null;
  }
  return words;
};
