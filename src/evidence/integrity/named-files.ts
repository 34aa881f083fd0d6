/** Files that configs, scripts and shell lines name: which they run, and which they only read. Found by words. */
import { dirname, extname, join, normalize, basename } from 'node:path/posix';
import { askRunners } from '../../runners/runners.ts';

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

/** Keys whose values are loaded into the test run. Others (`entry`, `alias`) refer to production code. */
const KEYS = [...new Set(askRunners(({ frozen }) => frozen?.keys))].join('|');

const LISTED = new RegExp(
  `["']?\\b(?:${KEYS})\\b["']?\\s*[:=]\\s*(\\[[^\\]]*\\]|\\{[^}]*\\}|["'][^"'\\n]*["']|\\S+)`,
  'g',
);
const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\s*\(\s*)["'](\.{1,2}\/[^"'\n]+)["']/g;
const YAML_ITEMS = new RegExp(`^\\s*(?:${KEYS}):\\s*\\n((?:\\s*-\\s*\\S.*\\n?)+)`, 'gm');
const WORD = /[\w@./\\-]+/g;

/** Options that preload or read a file, and scripts that are passed to a shell. */
const OPTIONS = new RegExp(
  String.raw`(?:^|\s)(?:--?(?:${[...new Set(askRunners(({ frozen }) => frozen?.options))].join('|')})[= ]+)(\S+)`,
  'g',
);
const SHELL_SCRIPTS =
  /(?:^|[\s;&|(])(?:(?:ba|z|da)?sh|source|\.)\s+(?:-\w+\s+)*([\w./-]+)|(?:^|[\s;&|(])(\.{0,2}\/?[\w./-]+\.(?:sh|bash|zsh))\b/g;

const ENDINGS = ['', ...'.ts .mts .cts .js .mjs .cjs .json /index.ts /index.js /index.mjs'.split(' ')];

/** Reads a source by its path; `''` without one. */
export type ReadSource = (path: string) => Promise<string>;

/** With those that they import or extend. @param path - of the configuration, one of `sources` */
export const findNamedByConfig = async (
  path: string,
  sources: ReadonlySet<string>,
  read: ReadSource,
): Promise<readonly string[]> => {
  const found = new Set<string>();
  const visit = async (config: string): Promise<void> => {
    const text = await read(config);
    const imported = findImported(config, text, sources);
    const lists = [...matchesOf(LISTED, text), ...matchesOf(YAML_ITEMS, text)];
    const listed = lists
      .flatMap((list) => list.match(WORD) ?? [])
      .flatMap((word) => resolveWord(word, config, sources));
    for (const each of [...listed, ...imported]) {
      if (each === path || found.has(each)) continue;
      found.add(each);
      if (imported.includes(each)) await visit(each);
    }
  };
  await visit(path);
  return [...found];
};

/** A program that it only starts is free. @param path - of the script or package.json @param home - where it runs */
export const findNamedByScript = async (
  text: string,
  path: string,
  sources: ReadonlySet<string>,
  read: ReadSource,
  home = '',
): Promise<readonly string[]> => {
  const found = new Set<string>();
  const visit = async (whole: string, from: string): Promise<void> => {
    const script = withoutRead(whole);
    const words = [...matchesOf(OPTIONS, script), ...matchesOf(SHELL_SCRIPTS, script)];
    // A script runs more often in the folder of the suite than in its own.
    for (const each of words.flatMap((word) => [
      ...resolveWord(word, join(home, 'a script'), sources),
      ...resolveWord(word, from, sources),
    ])) {
      if (found.has(each)) continue;
      found.add(each);
      if (/^(?:\.(?:sh|bash|zsh))?$/.test(extname(each))) await visit(await read(each), each);
    }
  };
  await visit(text, path);
  return [...found];
};

/** The sources that a module of JavaScript or TypeScript imports by a relative path. */
export const findImported = (path: string, text: string, sources: ReadonlySet<string>): readonly string[] =>
  matchesOf(IMPORTED, text).flatMap((word) => resolveWord(word, path, sources));

const matchesOf = (pattern: RegExp, text: string): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter((group) => group !== undefined));

const resolveWord = (word: string, from: string, sources: ReadonlySet<string>): readonly string[] => {
  const path = normalize(join(dirname(from), word.replace(/^<rootDir>\//, '').replaceAll(/^["']|["',]+$/g, '')));
  // TypeScript is imported by the name of its output.
  const candidates = ENDINGS.flatMap((ending) => [`${path}${ending}`, path.replace(/\.([cm]?)js$/, '.$1ts')]);
  const hit = candidates.find((candidate) => sources.has(candidate));
  return hit === undefined ? [] : [hit];
};
