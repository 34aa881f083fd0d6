/** Changed and new rule files of git, judged by what they hide (rule 2.7): `dist/` may be new. */
import { isAbsolute, join, resolve } from 'node:path';
import { basename, dirname, extname, join as joinPath, normalize } from 'node:path/posix';
import { isIgnoreFile } from '../../project/sources/list-sources.ts';
import { isRepository } from '../../base/files/folders.ts';
import {
  findNewlyIgnored,
  findRulePlaces,
  type IgnoreRules,
  nameRules,
  readIgnoreRules,
  unpackRules,
} from '../../project/sources/ignore-rules.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { findBroken, type Freeze, isNamedLikeTest } from './freeze.ts';
import { IGNORE_RULES } from './frozen-parts.ts';
import { findNeeded, isCode } from './needed-sources.ts';
import { sourceReader } from './script-closure.ts';

/** The files of a run, as the rules of git are judged. */
interface RulePlace {
  readonly workspace: string;
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
const findNeededHidden = async (
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
      const beside = normalize(joinPath(dirname(source), word));
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

/** Why each that changed or is new holds, the rest of a sentence; `null` when it hides nothing that is needed. */
export const judgeRules = async (place: RulePlace): Promise<ReadonlyMap<string, string | null>> => {
  const { workspace, frozen } = place;
  const sources = [...place.sources];
  const changed = await findChanged(workspace, frozen);
  const fresh = sources.filter((path) => isIgnoreFile(path) && !Object.hasOwn(frozen, path));
  const all = [...changed, ...fresh];
  if (all.length === 0) return new Map();
  // Without git, no rule file applies.
  if (frozen[IGNORE_RULES] === 'absent') return new Map(all.filter(isIgnoreFile).map((path) => [path, null]));
  const strange = new Set(all.filter((path) => isIgnoreFile(path) && isUnclear(workspace, path)));
  const why = await findReason({ ...place, sources }, changed, fresh).catch((error: unknown) => {
    if (error instanceof WorkspaceError) return UNKNOWN;
    throw error;
  });
  if (why === 'no rules') return new Map();
  return new Map(all.map((path) => [path, strange.has(path) ? UNKNOWN : why]));
};

const UNKNOWN = 'may hide existing files, which cannot be checked there: restore or remove it';

/** Rule files among the frozen ones; a home may have other files, which no rule is read from. */
const findChanged = async (workspace: string, frozen: Freeze): Promise<readonly string[]> => {
  const known = Object.keys(frozen).filter((path) => !/[#*]/.test(path));
  const likely = known.filter((path) => isIgnoreFile(path) || path.endsWith('/info/exclude') || isAbsolute(path));
  const breaches = await findBroken(workspace, Object.fromEntries(likely.map((path) => [path, frozen[path] ?? ''])));
  if (breaches.length === 0) return [];
  const found = breaches.map(({ path }) => path);
  if (found.every(isIgnoreFile)) return found;
  const places = await findRulePlaces(workspace).catch(() => null);
  const isRule = (path: string): boolean =>
    isIgnoreFile(path) || [places?.exclude, places?.user].includes(resolve(workspace, path));
  return found.filter(isRule);
};

const findReason = async (
  place: RulePlace,
  changed: readonly string[],
  fresh: readonly string[],
): Promise<string | null> => {
  const { workspace, frozen } = place;
  const recorded = unpackRules(frozen[IGNORE_RULES]);
  if (recorded === null && changed.length > 0) return 'no rules';
  const places = await findRulePlaces(workspace);
  const rules = new Map(await readIgnoreRules(workspace));
  // An unchanged file still has the rules that were frozen or accepted.
  for (const path of [...changed, ...fresh]) restore(rules, nameRules(places, resolve(workspace, path)), recorded);
  const ignored = await findNewlyIgnored(workspace, rules);
  const needed = await findNeededHidden(place, ignored);
  const [first] = needed;
  if (first === undefined) return null;
  const [path, why] = first;
  const others = needed.size === 1 ? '' : `, and ${needed.size - 1} more`;
  return `hides ${path}, which ${why}${others}: make it a source again`;
};

const restore = (rules: Map<string, string>, name: string, recorded: IgnoreRules | null): void => {
  const text = recorded?.get(name);
  if (text === undefined) rules.delete(name);
  else rules.set(name, text);
};

/** Git reads no other spelling everywhere; and the outer repository does not know what an inner one ignores. */
const isUnclear = (workspace: string, path: string): boolean =>
  basename(path) !== '.gitignore' || (!isAbsolute(path) && isInNested(workspace, dirname(path)));

const isInNested = (workspace: string, folder: string): boolean => {
  if (folder === '.') return false;
  return isRepository(join(workspace, folder)) || isInNested(workspace, dirname(folder));
};
