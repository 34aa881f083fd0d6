/** Ignored files that the work needs: they have to stay sources. Found by names and words; nothing is run. */
import { dirname, extname, join, normalize } from 'node:path/posix';
import { type Freeze, isNamedLikeTest } from '../freeze.ts';
import { findNeeded, isCode } from '../needed-sources.ts';
import { sourceReader } from '../script-closure.ts';

/** The files of a run, as the rules of git are judged. */
export interface RulePlace {
  readonly workspace: string;
  /** The paths of the sources. */
  readonly sources: Iterable<string>;
  readonly frozen: Freeze;
  /** The test files that the runner named; `null`: every file that is named like a test counts as one. */
  readonly reported: ReadonlySet<string> | null;
}

interface Ignored {
  readonly path: string;
  /** Whether all of its folder is ignored. */
  readonly isInside: boolean;
}

/** Compiled code, which is loaded like its source. */
const COMPILED = /\.(?:py[cod]|so|dylib|dll|node|wasm)$/i;
/** Python writes them itself. */
const CACHE_OF_PYTHON = /(?:^|\/)__pycache__\/[^/]+\.pyc$/;
/** Files that a program reads, and does not only write. */
const DATA = /\.(?:json[5c]?|ya?ml|toml|csv|tsv|txt|xml|md|snap|dat|bin)$/i;
const STRING = /["'`]([^"'`\n]+)["'`]/g;

/** Path → why it is needed: the rest of a sentence that begins with the path. */
export const findNeededHidden = async (
  { workspace, sources, frozen, reported }: RulePlace,
  ignored: readonly Ignored[],
): Promise<ReadonlyMap<string, string>> => {
  if (ignored.length === 0) return new Map();
  const visible = new Set(sources);
  const folders = new Set(ignored.filter(({ isInside }) => isInside).map(({ path }) => path));
  // Compiled tests in a new folder are no tests unless the runner ran them.
  const isTest = (path: string): boolean =>
    reported?.has(path) === true || (isNamedLikeTest(path) && (reported === null || !folders.has(path)));
  // Ignore files are sources even where they are ignored.
  const paths = ignored.map(({ path }) => path).filter((path) => !visible.has(path));
  const needed = new Map(await findNeeded(workspace, paths, { sources: visible, frozen, isTest }));
  const named = await readNamed(workspace, visible);
  for (const path of paths.filter((each) => !needed.has(each))) {
    const why = whyByForm(path) ?? named(path);
    if (why !== undefined) needed.set(path, why);
  }
  return needed;
};

const whyByForm = (path: string): string | undefined => {
  if (path.endsWith('/')) return 'is a repository of its own';
  if (path.includes('\uFFFD')) return 'has a name that is not UTF-8';
  return COMPILED.test(path) && !CACHE_OF_PYTHON.test(path) ? 'is code' : undefined;
};

/** The sources whose strings are the path of a file. */
const readNamed = async (
  workspace: string,
  sources: Iterable<string>,
): Promise<(path: string) => string | undefined> => {
  const read = sourceReader(workspace);
  const places = new Map<string, string>();
  for (const source of [...sources].filter(isCode)) {
    for (const [, word = ''] of (await read(source)).matchAll(STRING)) {
      const beside = normalize(join(dirname(source), word));
      // A build script at the root names the code that it writes.
      if (DATA.test(word) || isNamedLikeTest(source) || (word.startsWith('.') && dirname(source) !== '.'))
        places.set(beside, source);
      if (DATA.test(word) || isNamedLikeTest(source)) places.set(normalize(word), source);
    }
  }
  return (path) => {
    const names = [path, path.slice(0, path.length - extname(path).length)];
    const hit = names.find((name) => places.has(name));
    return hit === undefined ? undefined : `is named by ${places.get(hit)}`;
  };
};
