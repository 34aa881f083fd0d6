/**
 * The comments of code: those that document a declaration, and the lines on which there is no code. Found by patterns,
 * as people write them.
 */
import { extname } from 'node:path/posix';

interface DocComment {
  /** Its first and last line, from 1. */
  readonly from: number;
  readonly to: number;
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

interface Range {
  readonly from: number;
  readonly to: number;
}

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
