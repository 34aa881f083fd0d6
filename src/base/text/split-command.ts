/** A command line as words, split as a shell splits them. No shell runs it: syntax that needs a shell is an error. @module */

type SplitCommand = { readonly words: readonly [string, ...string[]] } | { readonly problem: string };

interface Scan {
  readonly text: string;
  at: number;
  /** `null` between words, so that `''` still makes a word. */
  word: string | null;
  readonly words: string[];
}

/** Characters with a meaning in a shell only. `$` counts only where a shell would expand it. */
const ONLY_A_SHELL = /^(?:[|&;<>`\n\r]|\$(?=[\w{(@*#?$!'"-]))/;
const EXPANDED_IN_QUOTES = /^(?:`|\$(?=[\w{(@*#?$!-]))/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** Blanks separate words; quotes and backslashes keep them together. `problem` is worded to follow the name of the key. */
export const splitCommand = (line: string): SplitCommand => {
  const text = line.trim();
  if (text.includes('\0')) return { problem: 'contains a NUL character' };
  if (ASSIGNMENT.test(text)) return { problem: 'begins by setting a variable, which only a shell understands' };
  const scan: Scan = { text, at: 0, word: null, words: [] };
  while (scan.at < text.length) {
    const problem = takeOne(scan);
    if (problem !== null) return { problem };
  }
  endWord(scan);
  const [program, ...rest] = scan.words;
  if (program === undefined || program === '') return { problem: 'names no program' };
  return { words: [program, ...rest] };
};

const takeOne = (scan: Scan): string | null => {
  const rest = scan.text.slice(scan.at);
  const shellOnly = ONLY_A_SHELL.exec(rest);
  if (shellOnly !== null) return refuse(rest);
  const char = rest.charAt(0);
  if (char === "'") return takeLiteral(scan);
  if (char === '"') return takeQuoted(scan);
  scan.at += 1;
  if (char === ' ' || char === '\t') {
    endWord(scan);
    return null;
  }
  if (char !== '\\') return add(scan, char);
  return scan.at < scan.text.length ? takeEscaped(scan) : 'ends with a backslash';
};

const takeEscaped = (scan: Scan): string | null => {
  const char = scan.text.charAt(scan.at);
  if (char === '\n' || char === '\r') return refuse(char);
  scan.at += 1;
  return add(scan, char);
};

const takeLiteral = (scan: Scan): string | null => {
  const end = scan.text.indexOf("'", scan.at + 1);
  if (end < 0) return "has a ' that is not closed";
  add(scan, scan.text.slice(scan.at + 1, end));
  scan.at = end + 1;
  return scan.word !== null && /[\n\r]/.test(scan.word) ? refuse('\n') : null;
};

/** Between double quotes a backslash escapes only `"`, `\`, `$` and `` ` ``. */
const takeQuoted = (scan: Scan): string | null => {
  add(scan, '');
  for (scan.at += 1; scan.at < scan.text.length; scan.at += 1) {
    const rest = scan.text.slice(scan.at);
    const char = rest.charAt(0);
    if (char === '"') {
      scan.at += 1;
      return null;
    }
    if (EXPANDED_IN_QUOTES.test(rest) || char === '\n' || char === '\r') return refuse(rest);
    const escapes = char === '\\' && /^[\\"$`]/.test(rest.slice(1));
    if (escapes) scan.at += 1;
    add(scan, escapes ? rest.charAt(1) : char);
  }
  return 'has a " that is not closed';
};

const add = (scan: Scan, text: string): null => {
  scan.word = (scan.word ?? '') + text;
  return null;
};

const endWord = (scan: Scan): void => {
  if (scan.word !== null) scan.words.push(scan.word);
  scan.word = null;
};

const refuse = (rest: string): string => {
  const char = rest.charAt(0);
  if (char === '\n' || char === '\r') return 'has several lines, which only a shell understands';
  return `contains ${char === '$' ? rest.slice(0, 2) : char}, which only a shell understands`;
};
