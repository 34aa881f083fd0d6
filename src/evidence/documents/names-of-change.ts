/** Names by which a document can mention a change. Ids of criteria are none: only their own specs have them. */
import { basename, extname } from 'node:path/posix';
import type { NamesOfChange } from './changed-documents.ts';
import type { Hunk } from '../mutation-check/order-mutants.ts';

/** The first and the last line, from 1. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface DocComment extends Range {
  /** Without its signs; a line for each of its lines. */
  readonly text: string;
  /** The line of the declaration, from 1; 0 for none. */
  readonly of: number;
}

interface Comments {
  readonly documenting: readonly DocComment[];
  /** Numbers of the lines without code: comments, and blanks. */
  readonly without: ReadonlySet<number>;
}

const HASHES = new Set(['.py', '.rb', '.ex']);
const SCRIPT = /^\.[cm]?[jt]sx?$/;
/** A comment of several lines, and whether it documents. */
const BLOCK = /^[ \t]*\/\*(\*?)[\s\S]*?\*\//gm;
const DOCSTRING = /^[ \t]*[rbuRBU]{0,2}("""|''')[\s\S]*?\1/gm;
/** Between a comment and what it documents: decorators, attributes. */
const DECORATOR = /^\s*(?:@[\w.]+|#\[)/;
const SIGNS = /^\s*(?:\/\*\*?|\*\/|\*|\/\/[/!]?|#|[rbuRBU]{0,2}(?:"""|'''))|\s*(?:\*\/|"""|''')\s*$/g;

export const readComments = (path: string, text: string): Comments => {
  const lines = text.split('\n');
  const extension = extname(path);
  const ranges = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((match) => {
      const from = text.slice(0, match.index).split('\n').length;
      return { from, to: from + match[0].split('\n').length - 1, sign: match[1] ?? '' };
    });
  const isPython = extension === '.py';
  const blocks = HASHES.has(extension) ? [] : ranges(BLOCK);
  const docstrings = isPython ? ranges(DOCSTRING).filter(({ from }) => isDocstring(lines, from)) : [];
  const runs = findRuns(lines, HASHES.has(extension) ? /^\s*#/ : /^\s*\/\//);
  const above = [
    ...blocks.filter(({ sign }) => sign !== ''),
    // In Python and JavaScript such a run explains code; elsewhere it documents what follows it.
    ...(isPython || SCRIPT.test(extension) ? [] : runs),
  ];
  const textOf = ({ from, to }: Range): string =>
    lines
      .slice(from - 1, to)
      .map((line) => line.replaceAll(SIGNS, '').trim())
      .join('\n');
  const without = new Set(lines.flatMap((line, at) => (/^[\s{}()[\];,]*$/.test(line) ? [at + 1] : [])));
  for (const { from, to } of [...blocks, ...docstrings, ...runs])
    for (let line = from; line <= to; line += 1) without.add(line);
  return {
    documenting: [
      ...above.map((range) => ({ ...pick(range), text: textOf(range), of: findBelow(lines, range.to) })),
      ...docstrings.map((range) => ({ ...pick(range), text: textOf(range), of: findAbove(lines, range.from) })),
    ],
    without,
  };
};

const pick = ({ from, to }: Range): Range => ({ from, to });

const isDocstring = (lines: readonly string[], from: number): boolean => {
  const before = lines.slice(0, from - 1).findLast((line) => line.trim() !== '' && !/^\s*#/.test(line));
  return before === undefined || /:\s*(?:#.*)?$/.test(before);
};

const findRuns = (lines: readonly string[], sign: RegExp): readonly Range[] => {
  const runs: { from: number; to: number }[] = [];
  for (const [at, line] of lines.entries()) {
    if (!sign.test(line) || DECORATOR.test(line)) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1 });
  }
  return runs;
};

const findBelow = (lines: readonly string[], to: number): number => {
  let at = to;
  while (DECORATOR.test(lines[at] ?? '')) at += 1;
  return (lines[at] ?? '').trim() === '' ? 0 : at + 1;
};

/** The head of a function can have several lines. */
const findAbove = (lines: readonly string[], from: number): number => {
  for (let at = from - 2; at >= 0; at -= 1) if (/^\s*(?:async\s+)?(?:def|class)\b/.test(lines[at] ?? '')) return at + 1;
  return 0;
};

interface ChangedCode {
  readonly path: string;
  readonly text: string;
  /** Numbers of its new lines, from 1. */
  readonly lines: ReadonlySet<number>;
  readonly hunks: readonly Hunk[];
}

interface Found {
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/** @param criteria - ids that are no names, even where code has them */
export const namesOfChange = (files: readonly ChangedCode[], criteria: readonly string[]): NamesOfChange => {
  const found = files.map(namesIn);
  const isChanged = files.filter((_, at) => found[at] !== null);
  const all = found.filter((each) => each !== null);
  const ofFiles = isChanged.map(({ path }) => basename(path, extname(path)));
  const allowed = (names: readonly string[]): readonly string[] => names.filter((name) => !criteria.includes(name));
  const names = [...all.flatMap((each) => each.names), ...ofFiles.filter((name) => !COMMON.has(name.toLowerCase()))];
  return {
    names: new Set(allowed(names.filter((name) => name.length >= LEAST_CHARACTERS))),
    quoted: new Set(
      allowed([...names.filter((name) => name.length < LEAST_CHARACTERS), ...all.flatMap((each) => each.keys)]),
    ),
  };
};

/** Every second file has one of these names. */
const COMMON = new Set(['index', 'main', 'mod', 'lib', 'init', '__init__', 'app']);
/** Any sentence can have a shorter word. */
const LEAST_CHARACTERS = 3;
/** A longer line was not written by hand. */
const MOST_CHARACTERS = 300;

/** `null` where only comments and blanks changed. */
const namesIn = ({ path, text, lines, hunks }: ChangedCode): Found | null => {
  const all = text.split('\n').map((line) => line.slice(0, MOST_CHARACTERS));
  const { without } = readComments(path, text);
  const changed = [...lines].filter((line) => !without.has(line));
  const removed = hunks.filter(({ lines: count, before }) => count === 0 && hasCode(path, before));
  if (changed.length === 0 && removed.length === 0) return null;
  const own = changed.map((line) => all[line - 1] ?? '');
  const indentAt = (line: number): number => indentOf(all[line - 1] ?? '');
  // The same is around it as around the line above.
  const continues = (line: number): boolean =>
    lines.has(line - 1) && !without.has(line - 1) && indentAt(line) === indentAt(line - 1);
  const around = [
    ...changed.filter((line) => !continues(line)).flatMap((line) => findAround(all, line, indentAt(line))),
    ...removed.flatMap(({ line, before }) => findAround(all, line, indentOf(before))),
  ];
  return {
    names: [
      ...own.flatMap((line) => declaredIn(line, path)),
      ...around.flatMap(({ text: line, isHead }) => [
        ...declaredIn(line, path),
        ...(isHead ? (HEAD.exec(line)?.slice(1) ?? []) : []),
      ]),
    ],
    keys: [...own.flatMap(keysIn), ...around.flatMap(({ text: line }) => OUTER_KEY.exec(line)?.[2] ?? [])].filter(
      isKey,
    ),
  };
};

const hasCode = (path: string, text: string): boolean => {
  const { without } = readComments(path, text);
  return text.split('\n').some((_, at) => !without.has(at + 1));
};

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;
/** The end of a head of several lines, or the rest of one. */
const CONTINUES = /^\s*(?:[)\]}]|\{\s*$|where\b|->)/;
const MOST_LINES_OF_HEAD = 30;

/** `isHead`: it is the first line of a head of several. */
type Around = { readonly text: string; readonly isHead: boolean };

/** The lines that begin what a line is in, from the inside out. */
const findAround = (all: readonly string[], line: number, indent: number): readonly Around[] => {
  const found: Around[] = [];
  let limit = indent;
  let head = 0;
  for (let at = line - 2; at >= 0 && (limit > 0 || head > 0); at -= 1) {
    const text = all[at] ?? '';
    if (text.trim() === '') continue;
    const own = indentOf(text);
    if (own >= limit && !(head > 0 && own === limit)) {
      head = Math.max(0, head - 1);
      continue;
    }
    limit = own;
    if (CONTINUES.test(text)) head = MOST_LINES_OF_HEAD;
    else {
      found.push({ text, isHead: head > 0 });
      head = 0;
    }
  }
  return found;
};

/** A word that declares, words between it and the name (`async`, a type, a Go receiver), and the name. */
const DECLARATION =
  /\b(function|class|const|let|var|def|fn|func|type|interface|struct|enum|trait|module|record|void|static)\b\s*\*?(?:\([^()]*\)\s*)?(?:[\w<>[\],]+\s+)*?(?:self\.)?([A-Za-z_$][\w$]+)(?=(.*))/g;
/** A method in JavaScript or Java: a name, its parameters, and a block. */
const METHOD = /^\s*(?:[\w<>[\],]+\s+)*([A-Za-z_$][\w$]+)\s*\([^()]*\)[^;=]*\{\s*$/;
const HEAD = /^\s*(?:[\w<>[\],]+\s+)*([A-Za-z_$][\w$]+)\s*\(\s*$/;
/** A function that is assigned; an object, outside of every function. */
const ASSIGNED = [
  /(?:^|[\s.])([A-Za-z_$][\w$]+)['"]?\s*[:=]\s*(?:async\b\s*)?(?:function\b|\([^()]*\)[^=]*=>|[\w$]+\s*=>)/,
  /^(?:[\w$]+\.)*([A-Za-z_$][\w$]+)\s*=\s*[\w.]*\(?[{[]\s*$/,
];
const WORDS = new Set(
  'for if while switch catch try finally do function func fn def elif else return with match case default when new await super exports'.split(
    ' ',
  ),
);

const isLocal = (word: string, line: string, rest: string, path: string): boolean =>
  (word === 'let' || word === 'var' || (word === 'const' && /\.[cm]?[jt]sx?$/.test(path))) &&
  /^\s/.test(line) &&
  !/=>|\bfunction\b/.test(rest);

export const declaredIn = (line: string, path: string): readonly string[] => {
  const declared = [...line.matchAll(DECLARATION)].flatMap(([, word = '', name = '', rest = '']) =>
    isLocal(word, line, rest, path) ? [] : [name],
  );
  const others = [METHOD, ...ASSIGNED].flatMap((pattern) => pattern.exec(line)?.[1] ?? []);
  return [...declared, ...(/^\s*(?:const|let|var|return)\b/.test(line) ? [] : others)].filter(
    (name) => !WORDS.has(name),
  );
};

/** Keys of objects and maps, cases, compared values (no names of types), options of a command line, named arguments. */
const KEYS = [
  /(?:^|[{,(\s])(['"]?)([A-Za-z][\w-]*)\1\s*(?::(?![:=])|=>)/g,
  /\b(case|when)\s+['"]([\w-]+)['"]/g,
  /(?<![=!]|\btypeof\b[^=!]{0,80})([=!]==?)\s*['"]([\w-]+)['"]/g,
  /(^|['"\s=])--([A-Za-z][\w-]+)/g,
  /\b(option|argument|flag)\(\s*['"]-{0,2}([\w-]+)/gi,
  /([(,]\s*)([A-Za-z_]\w*)=(?=[^=>\s])/g,
];

/** With the key itself at the beginning of the line: what it is given follows. */
const OUTER_KEY = /^\s*(['"]?)([A-Za-z][\w-]*)\1\s*(?::(?![:=])|=>)/;

const keysIn = (line: string): readonly string[] =>
  KEYS.flatMap((pattern) => [...line.matchAll(pattern)].map(([, , name = '']) => name));

const isKey = (name: string): boolean => name.length > 1 && !WORDS.has(name);
