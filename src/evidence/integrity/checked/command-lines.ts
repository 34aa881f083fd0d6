/**
 * Which files the lines of a shell run, and which ones they only read: a program that checks a file decides how a check
 * ends, the file that it checks does not (rule 2.7). Found by words; nothing is run. In doubt, a file is run.
 */
import { basename } from 'node:path/posix';

interface Interpreter {
  /** An option with which it reads the file, and does not run it. */
  readonly reads?: RegExp;
  /** Options of which the next word is the value. */
  readonly takes: RegExp;
}

const SHELL: Interpreter = { reads: /^-[aefuvx]*n[aefuvx]*$/, takes: /^-[a-z]*o$/ };
const ON_NODE = {
  takes:
    /^(?:-[rCP]|--(?:require|import|(?:experimental-)?loader|env-file(?:-if-exists)?|conditions|input-type|tsconfig|project|preload|config))$/,
};

const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map(
  [
    { names: 'sh bash dash zsh', ...SHELL },
    { names: 'node', ...ON_NODE, reads: /^(?:-c|--check)$/ },
    { names: 'tsx ts-node deno bun', ...ON_NODE },
    { names: 'python python3', takes: /^-[WX]$/ },
    { names: 'perl ruby', reads: /^-[wWtTUvln]*c[wWtTvln]*$/, takes: /^-[IrMm]$/ },
    { names: 'php', reads: /^(?:-l|--syntax-check)$/, takes: /^-[dc]$/ },
  ].flatMap(({ names, ...interpreter }) => names.split(' ').map((name): [string, Interpreter] => [name, interpreter])),
);

/** They read every shell script that they name. */
const READERS = new Set(['shellcheck', 'shfmt', 'bashate', 'checkbashisms', 'prettier']);
const SHELL_SCRIPT = /\.(?:sh|bash|zsh)$/;

const OPERATORS = /([;&|()`\n]+)/;
const QUOTES = /["']/g;
/** Before a line of a recipe: it is not printed, or its exit code does not count. */
const PREFIX = /^([ \t]*)-?@-?(?=[\w./])/gm;

const splitLines = (text: string): readonly string[] =>
  text.replaceAll('\\\n', ' ').replaceAll(PREFIX, '$1').split(OPERATORS);
const wordsOf = (line: string): readonly string[] => line.replaceAll(QUOTES, ' ').match(/\S+/g) ?? [];

interface Operand {
  /** The place of the first word that is no option of the interpreter, nor the value of one. */
  readonly at: number;
  readonly isRead: boolean;
}

const findOperand = (words: readonly string[], from: number, { reads, takes }: Interpreter): Operand => {
  let at = from;
  let isRead = false;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    isRead ||= reads?.test(word) === true;
    if (takes.test(word)) at += 1;
  }
  return words[at] === 'run' ? findOperand(words, at + 1, { takes }) : { at, isRead };
};

/** The files that an interpreter runs, as they are written. */
export const findRun = (text: string): readonly string[] =>
  splitLines(text).flatMap((line) => {
    const words = wordsOf(line);
    return words.flatMap((word, index) => {
      const interpreter = INTERPRETERS.get(basename(word));
      if (interpreter === undefined) return [];
      const { at, isRead } = findOperand(words, index + 1, interpreter);
      const operand = words[at];
      if (isRead || operand === undefined) return [];
      const isModule = words.slice(index + 1, at).includes('-m') && basename(word).startsWith('python');
      const module = operand.replaceAll('.', '/');
      return isModule ? [`${module}.py`, `${module}/__main__.py`] : [operand];
    });
  });

/** The text without the files that are only read. */
export const withoutRead = (text: string): string => splitLines(text).map(dropRead).join('');

const dropRead = (line: string): string => {
  const words = wordsOf(line);
  for (const [index, word] of words.entries()) {
    if (READERS.has(basename(word))) {
      const rest = words.slice(index).filter((each) => !SHELL_SCRIPT.test(each));
      return [...words.slice(0, index), ...rest].join(' ');
    }
    const interpreter = INTERPRETERS.get(basename(word));
    if (interpreter === undefined) continue;
    const { at, isRead } = findOperand(words, index + 1, interpreter);
    if (isRead) return words.slice(0, at).join(' ');
  }
  return line;
};
