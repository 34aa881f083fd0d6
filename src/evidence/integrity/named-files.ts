/**
 * Files named in the configuration and the scripts of a runner: setup files, preloaded modules, shell scripts. Found
 * by reading words and strings that are paths of sources; nothing is run.
 */
import { dirname, extname, join, normalize } from 'node:path/posix';
import { askRunners } from '../../runners/runners.ts';
import { withoutRead } from './checked/command-lines.ts';

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

/**
 * The files that a configuration names, and recursively those that it imports or extends.
 *
 * @param path of the configuration, one of `sources`
 */
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

/**
 * The files that a script runs by a shell or preloads by an option, and recursively those that shell scripts name. A
 * program that it merely starts, for example a server, is production code.
 *
 * @param path of the script; of a line of package.json, that file
 * @param home where it runs, relative to the workspace; `''` for the workspace itself
 */
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
