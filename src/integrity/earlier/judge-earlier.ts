/**
 * Files of the tests from before a phase whose tests must fail (rule 2.7): each test, helper, hook, fixture and table
 * has to be there as it was. The loop, the proof and the merge of a task list judge the same.
 *
 * @module
 */
import { escapePattern } from '../../text/escape-pattern.ts';
import { dirname, extname, join, relative } from 'node:path/posix';
import { languageOf } from '../../mutation-check/languages.ts';
import { textAtFormerPlace } from '../moves/restore-imports.ts';
import { isNamedLikeTest } from '../test-files.ts';
import { usesTestLibrary } from '../helpers/test-helpers.ts';
import { judgeData } from './judge-data.ts';
import { judgeScript } from './judge-script.ts';
import { judgeText } from './judge-text.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import { readWords } from './read-words.ts';
import { judgeRenames, type Renames } from './renames.ts';

export interface EarlierFile {
  /** `src/lib.rs#tests`: the tests inside of that source. */
  readonly path: string;
  readonly before: string;
  /** `null` for a file that is gone. */
  readonly after: string | null;
}

export interface ChangedFile {
  readonly path: string;
  /** The rest of a sentence about its earlier tests. */
  readonly why: string;
}

/**
 * The files that are no longer what they were, in their order.
 *
 * @param files - those that changed
 * @param fresh - the files that came since, by path
 */
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
    read.map((each) => ({ ...each, path: languagePath(each.path) })),
  );
  return renamed === null ? found : [...found, renamed];
};

const languagePath = (path: string): string => path.replace(/#tests$/, '');

interface One extends EarlierFile {
  readonly after: string;
  readonly renames: Renames;
  /** Each block in files of the tests. */
  readonly keys: ReadonlySet<string>;
}

const judgeOne = async ({ path, before, after, renames, keys }: One): Promise<string | null> => {
  if (before === after) return 'it has other bytes, which are no text';
  const file = languagePath(path);
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
  const file = languagePath(path);
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
