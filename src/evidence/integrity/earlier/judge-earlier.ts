/** Whether each test, helper, hook, fixture and table from before RED is there as it was (rule 2.7). */
import { dirname, extname, join, relative } from 'node:path/posix';
import { parseJson } from '../../../base/text/parse-json.ts';
import { isOnlyLonger } from '../additions/script-shapes.ts';
import { escapePattern } from '../../../base/text/quote-text.ts';
import { languageOf } from '../../mutation-check/languages.ts';
import { textAtFormerPlace } from '../same-syntax/restore-imports.ts';
import { isNamedLikeTest, isTestsInside, addedInside, fileOfFrozen, sourceOfTests, testsInside } from '../freeze.ts';
import { usesTestLibrary, findTestHelpers } from '../helpers/test-helpers.ts';
import { judgeScript } from './judge-script.ts';
import { judgeText } from './judge-text.ts';
import { type Block, readBlocks, readWords } from './read-words.ts';
import { judgeRenames, type Renames } from './same-words.ts';
import { findExpectations } from '../helpers/reaching-code.ts';
import type { ReadSource } from '../named-files.ts';
import { findTestFilesOf } from '../suite-files.ts';

/** One entry or one case a line, or several lines. */
const OF_LINES = /\.(?:snap|ambr|snapshot|csv|tsv|txt|ya?ml|toml|jsonl|ndjson)$/;

/** Why it has not: the rest of a sentence; `null` if it has. */
const judgeData = (path: string, before: string, after: string): string | null => {
  if (before.trimEnd() === after.trimEnd()) return null;
  if (OF_LINES.test(path))
    return isOnlyLonger(before, after) ? null : 'a value or a row of before is gone, or is another one';
  if (!path.endsWith('.json')) return 'it is another one';
  const [was, is] = [parseJson(before), parseJson(after)];
  return was !== undefined && is !== undefined && hasAll(was, is)
    ? null
    : 'a value of before is gone, or is another one';
};

/** A list of plain values says what is there: a longer one says something else. */
const hasAll = (was: unknown, is: unknown): boolean => {
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length === is.length) return was.every((each, at) => hasAll(each, is[at]));
    if (![...was, ...is].every(isGroup)) return false;
    const texts: readonly string[] = is.map((each) => JSON.stringify(each));
    const wanted = was.map((each) => JSON.stringify(each));
    let next = 0;
    for (const text of texts) if (next < wanted.length && text === wanted[next]) next += 1;
    return next === was.length;
  }
  if (!isGroup(was) || !isGroup(is) || Array.isArray(was) !== Array.isArray(is)) return Object.is(was, is);
  return Object.entries(was).every(([key, value]) => Object.hasOwn(is, key) && hasAll(value, Reflect.get(is, key)));
};

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface EarlierFile {
  /** `src/lib.rs#tests`: the tests inside of that source. */
  readonly path: string;
  readonly before: string;
  /** `null` for a file that is gone. */
  readonly after: string | null;
}

interface ChangedFile {
  readonly path: string;
  /** The rest of a sentence about its earlier tests. */
  readonly why: string;
}

/** In their order. @param files - those that changed @param fresh - the files that came since, by path */
export const judgeEarlier = async (
  files: readonly EarlierFile[],
  fresh: ReadonlyMap<string, string>,
): Promise<readonly ChangedFile[]> => {
  const places = findMoved(files, fresh);
  const ofTests = [...fresh, ...files.map(({ path, after }) => [path, after ?? ''] as const)].filter(
    ([path, text]) => isNamedLikeTest(path) || usesTestLibrary(path, text),
  );
  const keys = new Set(ofTests.flatMap(([path, text]) => keysIn(path, text)));
  const renames: Renames = new Map();
  const found: ChangedFile[] = [];
  const read: (EarlierFile & { readonly after: string })[] = [];
  for (const { path, before, after } of files) {
    if (after === null) {
      const isElsewhere = [...places.values()].includes(path) || keysIn(path, before).every((key) => keys.has(key));
      if (!isElsewhere) found.push({ path, why: 'the file is gone' });
      continue;
    }
    const restored = restoreImports(path, after, places);
    const why = await judgeOne({ path, before, after: restored, renames, keys });
    if (why === null) read.push({ path, before, after: restored });
    else found.push({ path, why });
  }
  const renamed = judgeRenames(
    renames,
    read.map((each) => ({ ...each, path: sourceOfTests(each.path) })),
  );
  return renamed === null ? found : [...found, renamed];
};

interface One extends EarlierFile {
  readonly after: string;
  readonly renames: Renames;
  /** Each block in files of the tests. */
  readonly keys: ReadonlySet<string>;
}

const judgeOne = async ({ path, before, after, renames, keys }: One): Promise<string | null> => {
  if (before === after) return 'it has other bytes, which are no text';
  const file = sourceOfTests(path);
  const language = languageOf(file);
  if (language === 'script') {
    const isMoved = (text: string): boolean => keys.has(keyOf(file, text));
    const why = await judgeScript({ path: file, before, after, isMoved });
    if (why !== undefined) return why;
  }
  if (language === null && !isCode(file)) return judgeData(file, before, after);
  const isMoved = ({ start, end }: Block): boolean => keys.has(keyOf(file, before.slice(start, end)));
  return judgeText({ path: file, before, after, renames, isMoved });
};

/** Text that people write as blocks: features, scripts of a shell, tests of any other language. */
const isCode = (path: string): boolean =>
  !/\.(?:json5?|ya?ml|toml|txt|csv|tsv|golden|expected|approved|html?|xml|svg|md|bin|snap|ambr|snapshot)$|(?:^|\/)[^.]+$/.test(
    path,
  );

/** A block as it is told apart: without what makes it visible elsewhere. */
const keyOf = (path: string, text: string): string =>
  readWords(path, text)
    .map((word) => word.text)
    .filter((word) => !/^(?:export|default|pub|crate|;|\n)/.test(word))
    .join(' ');

/** Data has no blocks that move. */
const keysIn = (path: string, text: string): readonly string[] => {
  const file = sourceOfTests(path);
  return isCode(file) ? readBlocks(file, text).map(({ start, end }) => keyOf(file, text.slice(start, end))) : [];
};

/** New path → former path of the files with the same text. */
const findMoved = (files: readonly EarlierFile[], fresh: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const places = new Map<string, string>();
  for (const { path, before, after } of files) {
    if (after !== null) continue;
    const place = [...fresh].find(
      ([to, text]) => !places.has(to) && extname(to) === extname(path) && textAtFormerPlace(text, path, to) === before,
    );
    if (place !== undefined) places.set(place[0], path);
  }
  return places;
};

const QUOTED = /(["'`])(\.{1,2}\/[^"'`\n]+)\1/g;
const ENDINGS = ['', '.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js'];

/** The text with the former places of the files that moved, in the imports. */
const restoreImports = (path: string, text: string, places: ReadonlyMap<string, string>): string => {
  if (places.size === 0) return text;
  if (path.endsWith('.py')) {
    let restored = text;
    for (const [to, from] of places)
      restored = restored.replaceAll(
        new RegExp(`(?<![\\w.])${escapePattern(moduleOf(to))}(?=\\s+import\\b|\\s*$)`, 'gm'),
        moduleOf(from),
      );
    return restored;
  }
  const folder = dirname(path);
  return text.replaceAll(QUOTED, (all, quote: string, name: string) => {
    const target = join(folder, name);
    const ending = ENDINGS.find((each) => places.has(`${target}${each}`));
    const from = ending === undefined ? undefined : places.get(`${target}${ending}`);
    if (ending === undefined || from === undefined) return all;
    const former = relative(`/${folder}`, `/${from.slice(0, from.length - ending.length)}`);
    return `${quote}${former.startsWith('../') ? former : `./${former}`}${quote}`;
  });
};

const moduleOf = (path: string): string => path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');

/** As they are named in a freeze, `src/lib.rs#tests` among them. */
const findEarlierFiles = async (
  { suites, before: { paths: sources, read } }: SourcesQuestion,
  reported: readonly string[],
): Promise<readonly string[]> => {
  const named = findTestFilesOf(suites, sources, reported);
  const tests = named.filter((path) => !isTestsInside(path) && sources.has(path));
  const inside = named.filter(isTestsInside);
  const helpers = await findTestHelpers(tests, sources, read);
  const data = (await findExpectations(tests, sources, read)).filter((path) => sources.has(path));
  return [...new Set([...tests, ...inside, ...helpers, ...data])];
};

interface Tree {
  readonly paths: ReadonlySet<string>;
  readonly read: ReadSource;
}

interface SourcesQuestion {
  readonly suites: Parameters<typeof findTestFilesOf>[0];
  readonly before: Tree;
  readonly now: Tree;
  /** The files of before that are other ones now, or gone. */
  readonly moved: ReadonlySet<string>;
  /** Files in which a test is named as changed: they are judged with it. */
  readonly named: ReadonlySet<string>;
  /** Files with tests that passed before, as the runner names them. */
  readonly reported: readonly string[];
}

export const judgeSources = async (question: SourcesQuestion): Promise<readonly ChangedFile[]> => {
  const { before, now, moved, named, reported } = question;
  if (moved.size === 0) return [];
  const { paths: sources, read } = before;
  const known = [...new Set(reported)].filter((path) => sources.has(sourceOfTests(path)));
  const earlier = await findEarlierFiles(question, known);
  const changed: EarlierFile[] = [];
  for (const name of earlier) {
    const path = fileOfFrozen(name);
    if (!moved.has(path) || named.has(path)) continue;
    const [was, is] = [await read(path), now.paths.has(path) ? await now.read(path) : null];
    const file = isTestsInside(name)
      ? { path: name, before: await testsInside(path, was), after: await testsInside(path, is ?? '') }
      : { path, before: was, after: is };
    // There may be more of them.
    if (Array.isArray(addedInside(name, file.before, file.after ?? ''))) continue;
    if (file.before !== file.after || (!isTestsInside(name) && !isText(was))) changed.push(file);
  }
  if (changed.length === 0) return [];
  const fresh = new Map<string, string>();
  for (const path of now.paths) if (!sources.has(path)) fresh.set(path, await now.read(path));
  return (await judgeEarlier(changed, fresh)).map((each) => ({ ...each, path: sourceOfTests(each.path) }));
};

/** Other bytes may be the same text, if they are none. */
const isText = (text: string): boolean => !/[\0\uFFFD]/.test(text);
