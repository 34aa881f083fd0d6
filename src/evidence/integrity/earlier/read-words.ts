/** A test file of any language as words, strings and marks, without its comments and its formatting. */
import { languageOf, SCRIPT_AS_TEXT } from '../../mutation-check/languages.ts';

export interface Word {
  readonly text: string;
  readonly kind: 'word' | 'string' | 'mark';
}

/** For an unknown language: strings alone. */
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
/** In these, a line ends nothing. */
const FREE_LINES = /\.(?:rs|java|c|cc|cpp|h|hpp|cs|php|dart|zig)$/;
const TOKEN = /[\p{L}_$][\p{L}\p{Nd}_$]*|\.?\d(?:[eEpP][+-]|[\w.])*|[^\s\w]/gu;
/** The runner of Go compares the output of an example with it. */
const OUTPUT = /^\/\/\s*(?:unordered )?output:/i;

/** Comments and strings. */
export const hiddenOf = (path: string): RegExp => {
  const language = languageOf(path);
  return language === 'script' ? SCRIPT_AS_TEXT.hidden : (language?.hidden ?? STRINGS);
};

const isIndented = (path: string): boolean => {
  const language = languageOf(path);
  return language !== null && language !== 'script' && language.indented;
};

/** Blanks in the place of comments and the insides of strings keep every position. */
export const withoutHidden = (path: string, text: string): string => {
  const blank = (it: string): string => it.replaceAll(/[^\n]/g, ' ');
  return text.replace(hiddenOf(path), (it) =>
    isString(it) && it.length > 1 ? `${it.charAt(0)}${blank(it.slice(1, -1))}${it.charAt(0)}` : blank(it),
  );
};

const isString = (hidden: string): boolean => /^(?:b?r?#*)["'`]/.test(hidden);

export const readWords = (path: string, text: string): readonly Word[] => {
  const words: Word[] = [];
  const indented = isIndented(path);
  const indents = [0];
  let depth = 0;
  let isInOutput = false;
  const addLine = (indent: number): void => {
    if (FREE_LINES.test(path) || words.length === 0) return;
    if (!indented) {
      if (endsStatement(words.at(-1))) words.push({ text: '\n', kind: 'mark' });
      return;
    }
    if (depth > 0) return;
    while ((indents.at(-1) ?? 0) > indent) indents.pop();
    if ((indents.at(-1) ?? 0) < indent) indents.push(indent);
    words.push({ text: `\n${indents.length}`, kind: 'mark' });
  };
  const addCode = (code: string): void => {
    for (const [at, line] of code.split('\n').entries()) {
      if (at > 0 && line.trim() !== '') addLine(line.length - line.trimStart().length);
      for (const [token] of line.matchAll(TOKEN)) {
        if ('([{'.includes(token)) depth += 1;
        if (')]}'.includes(token)) {
          depth -= 1;
          dropFree(words);
        }
        words.push({ text: token, kind: /^[\p{L}_$]/u.test(token) ? 'word' : 'mark' });
      }
    }
  };
  let at = 0;
  // A line with a string alone begins with its indentation.
  const addGap = (gap: string, isLast: boolean): void => {
    const [tail = ''] = isLast ? [] : (/\n[ \t]*$/.exec(gap) ?? []);
    if (gap.trim() !== '') isInOutput = false;
    addCode(gap.replaceAll('\\\n', ' '));
    if (tail !== '') addLine(tail.length - 1);
  };
  for (const { index, 0: hidden } of text.matchAll(hiddenOf(path))) {
    const isText = isString(hidden);
    addGap(text.slice(at, index), !isText);
    if (isText) {
      isInOutput = false;
      words.push({ text: nameString(path, hidden), kind: 'string' });
    } else if (path.endsWith('.go') && (isInOutput ||= OUTPUT.test(hidden)))
      words.push({ text: hidden.trim(), kind: 'string' });
    // The line continues behind a comment.
    at = index + hidden.length;
  }
  addGap(text.slice(at), true);
  return words.filter(({ text: each }, index) => !isLineBefore(each, words[index + 1]));
};

/** A comma in front of what closes a group, and a line. */
const dropFree = (words: Word[]): void => {
  while (/^(?:,|\n)/.test(words.at(-1)?.text ?? '')) words.pop();
};

const endsStatement = (word: Word | undefined): boolean =>
  word !== undefined && (word.kind !== 'mark' || /^[\d)\]}?!]/.test(word.text));

/** A line that begins with a dot continues the one above. */
const isLineBefore = (text: string, next: Word | undefined): boolean =>
  text === '\n' && (next === undefined || next.text === '.');

/** Quotes do not matter where they decide nothing. */
const nameString = (path: string, text: string): string =>
  path.endsWith('.py') && /^'[^'"\\\n]*'$/.test(text) ? `"${text.slice(1, -1)}"` : text;

/** The names in the code of a text. */
export const namesIn = (path: string, text: string): ReadonlySet<string> =>
  new Set(readWords(path, text).flatMap((word) => (word.kind === 'word' ? [word.text] : [])));

/** A line, the deeper lines below it and the line that closes it, with the decorators or attributes in front. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Without decorators, attributes and comments. */
  readonly head: string;
  /** The decorators and attributes in front of it. */
  readonly marks: string;
  /** The deeper lines, if it has some. */
  readonly inside: { readonly start: number; readonly end: number } | null;
  readonly words: readonly Word[];
  /** The words as one text. */
  readonly key: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly depth: number;
  /** Without what is hidden. */
  readonly bare: string;
}

const CLOSES = /^(?:[)\]}]|end\b|els(?:e|if)\b|elif\b|except\b|finally\b|rescue\b|ensure\b|when\b|\{\s*$)/;
const MARKS = /^(?:@|#!?\[|\[[A-Z][^\]]*\]$)/;

export const readBlocks = (
  path: string,
  text: string,
  range: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): readonly Block[] => {
  const lines = linesOf(path, text).filter(({ start, end }) => start >= range.start && end <= range.end);
  const depth = lines.reduce((least, line) => Math.min(least, line.depth), Infinity);
  const groups: Line[][] = [];
  let isMarked = false;
  for (const line of lines) {
    const isNext = line.depth > depth || CLOSES.test(line.bare.trim());
    const last = groups.at(-1);
    if (last !== undefined && (isNext || isMarked)) last.push(line);
    else groups.push([line]);
    if (!isNext) isMarked = MARKS.test(line.bare.trim());
  }
  return groups.map((group) => toBlock(path, text, group, depth));
};

const linesOf = (path: string, text: string): readonly Line[] => {
  const bare = withoutHidden(path, text);
  const found: Line[] = [];
  let start = 0;
  for (const line of bare.split('\n')) {
    const end = start + line.length;
    if (line.trim() !== '') found.push({ start, end, depth: line.length - line.trimStart().length, bare: line });
    start = end + 1;
  }
  return found;
};

const toBlock = (path: string, text: string, lines: readonly Line[], depth: number): Block => {
  const at = Math.max(
    0,
    lines.findIndex(({ depth: of, bare }) => of === depth && !MARKS.test(bare.trim()) && !CLOSES.test(bare.trim())),
  );
  const first = lines[at] ?? { start: 0, end: 0, depth, bare: '' };
  const below = lines.slice(at + 1).filter((line) => line.depth > depth);
  const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0];
  const words = readWords(path, text.slice(start, end));
  return {
    start,
    end,
    head: text.slice(first.start, first.end).trim(),
    marks: text.slice(start, first.start).trim(),
    inside: below.length === 0 ? null : { start: below[0]?.start ?? 0, end: below.at(-1)?.end ?? 0 },
    words,
    key: words.map((word) => word.text).join(' '),
  };
};
