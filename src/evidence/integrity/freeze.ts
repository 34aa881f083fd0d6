/** Freezing files by content (rule 2.7). A path without a file can be frozen as absent. */
import { lstatSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { readFile, readlink, realpath } from 'node:fs/promises';
import picomatch from 'picomatch';
import { hashContent } from '../../base/files/hash-content.ts';
import { askRunners, factsInside } from '../../runners/runners.ts';
import { fileOfTest } from '../../runners/is-green.ts';
import type { TestCase, TestRun } from '../../runners/test-run.ts';
import { isSuppressions } from './checked/suppressing-comments.ts';
import { IGNORE_RULES, readPart } from './frozen-parts.ts';
import { WITHOUT_WAITING } from '../../base/files/open-plain.ts';
import { WorkspaceError } from '../../project/sources/workspace-error.ts';
import { isGone } from '../../base/text/describe-cause.ts';
import { stampFolder } from '../../project/sources/hash-source.ts';
import { isOwnFile } from '../../runners/replays/watch-replays.ts';

/** By its name alone: a test, or a file in a folder of tests. */
export const isNamedLikeTest: (path: string) => boolean = picomatch(
  [...askRunners(({ tests }) => tests?.files)],
  // A name with a newline in it is still one name.
  { dot: true, flags: 's' },
);

/** Whether any source of that name may have tests inside, although its runner names no files. */
export const mayHaveTestsInside = (path: string): boolean => factsInside(path)?.isEverywhere === true;

/** Whether a name in a freeze means the tests inside of a source. */
export const isTestsInside = (name: string): boolean =>
  name.endsWith('#tests') && factsInside(sourceOfTests(name)) !== undefined;

/** The source that such a name is about; any other path as it is. */
export const sourceOfTests = (name: string): string => name.replace(/#tests$/, '');

/** The file that a name in a freeze is about, if it means the tests inside of it; else that name. */
export const fileOfFrozen = (name: string): string => (isTestsInside(name) ? sourceOfTests(name) : name);

/** The tests inside of the text of a source; `''` without some. */
export const testsInside = async (path: string, text: string): Promise<string> =>
  factsInside(path)?.read(text, path) ?? '';

/** The names of what came to the tests inside, if they allow for more; `null`: they changed. `undefined`: they are read as a file of tests is. */
export const addedInside = (name: string, before: string, after: string): readonly string[] | null | undefined =>
  isTestsInside(name) ? factsInside(sourceOfTests(name))?.added?.(before, after) : undefined;

/** Why the tests inside of a source are not only tests. */
export const leaksOfTests = async (path: string, text: string): Promise<string | null> =>
  factsInside(path)?.leaks?.(text, path) ?? null;

/** The text of a frozen file, or of the tests inside of a source, if these bytes are those of that state. */
export const textOfState = async (name: string, bytes: Buffer | null, state: string): Promise<string | null> => {
  if (bytes === null) return null;
  const text = bytes.toString('utf8');
  if (!isTestsInside(name)) return hashContent(bytes) === state ? text : null;
  const inside = await testsInside(sourceOfTests(name), text);
  return hashContent(inside) === state ? inside : null;
};

/** The names of the files of tests, as they are frozen: `cart.py#tests` for tests that stand among production code. */
export const placesOfTests = (tests: readonly Pick<TestCase, 'file' | 'inside'>[]): readonly string[] => [
  ...new Set(
    tests.map(({ file, inside }) => (inside === true && isTestsInside(`${file}#tests`) ? `${file}#tests` : file)),
  ),
];

/** The same of tests by their ids, of which a test run knows the files. */
export const placesOfIds = (ids: readonly string[], { tests }: Pick<TestRun, 'tests'>): readonly string[] => {
  const known = placesOfTests(tests);
  const inside = new Set(known.filter(isTestsInside).map(sourceOfTests));
  return [
    ...new Set(ids.map(fileOfTest).map((file) => (inside.has(file) && !known.includes(file) ? `${file}#tests` : file))),
  ];
};

/** Many production folders have such a name too, so it needs a test beside or below its parent. */
const FIXTURES = /(?:^|\/)(?:fixtures|testdata)\//g;

/** Sorted, each once. @param command - its words that are sources decide what is a test @param globs - `tests.files` */
export const findTestFiles = (
  files: Iterable<string>,
  reported: Iterable<string>,
  command: readonly string[],
  globs: readonly string[] = [],
  folder = '',
): readonly string[] => {
  const sources = [...files];
  const named = [...reported].filter((path) => path !== '').map((path) => posix.normalize(path));
  const tests = new Set([...named, ...sources.filter((path) => isNamedLikeTest(path))]);
  const homes = new Set([...tests].flatMap(foldersAbove));
  const fixtures = sources.filter((path) =>
    [...path.matchAll(FIXTURES)].some(({ index }) => homes.has(path.slice(0, index))),
  );
  const words = new Set(
    command.flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]).map((word) => posix.join(folder, word)),
  );
  const isListed = picomatch([...globs], { dot: true });
  const targets = sources.filter((path) => words.has(path) || (globs.length > 0 && isListed(path)));
  const inside = sources.filter((path) => mayHaveTestsInside(path) && !tests.has(path)).map((path) => `${path}#tests`);
  return [...new Set([...tests, ...fixtures, ...targets, ...inside])].sort();
};

/** Every folder that contains a file, the workspace itself as `''`. */
export const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)),
];

/**
 * Path → SHA-256 of the content, or `absent`, `folder`, `link:…`, `tree:…`. Plain and JSON-able; made without a
 * prototype, so that a file named `__proto__` is a file. Paths are relative to the workspace, with `/`; absolute
 * outside of it.
 */
export type Freeze = Readonly<Record<string, string>>;

export interface Breach {
  readonly path: string;
  /** `appeared`: it had to stay absent. `changed`: another content or kind. */
  readonly what: 'changed' | 'removed' | 'appeared';
}

export interface UnexpectedFile {
  readonly path: string;
  /** The problem, and the way out: the rest of a sentence that begins with the path. */
  readonly why: string;
}

/** Tests inside (`a.rs#tests`) that are not there yet are not frozen: tests may be added. @throws {WorkspaceError} */
export const freezeFiles = async (workspace: string, paths: readonly string[]): Promise<Freeze> => {
  const states = Object.entries(await readStates(workspace, paths));
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      states.filter(([path, state]) => state !== 'absent' || !(isTestsInside(path) || isSuppressions(path))),
    ),
  );
};

/** With those that a freeze omits. @throws {WorkspaceError} when one cannot be read: its changes would not be seen */
export const readStates = async (workspace: string, paths: readonly string[]): Promise<Freeze> => {
  const freeze: Record<string, string> = Object.create(null);
  for (const path of new Set(paths.map((given) => nameFrozen(workspace, given)))) {
    const state = await readState(resolve(workspace, path));
    if (state === 'unreadable') {
      throw new WorkspaceError(
        `Cannot freeze ${path}: it is not a readable file. Make it readable, or move it out of the workspace.`,
        resolve(workspace, path),
      );
    }
    freeze[path] = state;
  }
  return freeze;
};

/** The frozen files that changed, in path order; never throws for their contents. */
export const findBroken = async (workspace: string, freeze: Freeze): Promise<readonly Breach[]> => {
  const paths = Object.keys(freeze).filter((path) => path !== IGNORE_RULES && !isSuppressions(path));
  const looks = paths.map(async (path) => ({ path, state: await readState(resolve(workspace, path)) }));
  return (await Promise.all(looks))
    .filter(({ path, state }) => state !== freeze[path])
    .map(({ path, state }): Breach => ({ path, what: whatHappened(freeze[path], state) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
};

const whatHappened = (before: string | undefined, after: string): Breach['what'] => {
  if (after === 'absent') return 'removed';
  return before === 'absent' ? 'appeared' : 'changed';
};

/** The name of a path in a freeze: relative to the workspace, with `/`; absolute outside of it. */
export const nameFrozen = (workspace: string, given: string): string => {
  const absolute = resolve(workspace, given);
  const inside = relative(resolve(workspace), absolute);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside;
  return (isOutside ? absolute : inside).split(sep).join('/');
};

// Most of these places are empty: a look in this thread costs a tenth of one in another.
const LOOK = { throwIfNoEntry: false } as const;

const readState = async (path: string): Promise<string> => (await readPart(path)) ?? readPlace(path, lstatSync);

const readPlace = async (path: string, look: typeof lstatSync): Promise<string> => {
  try {
    const found = look(path, LOOK);
    if (found === undefined) return 'absent';
    // A link counts with its target: otherwise the content behind a linked test could be changed unseen.
    if (found.isSymbolicLink()) return `link:${hashContent(await readlink(path))}:${await readPlace(path, statSync)}`;
    if (found.isDirectory()) return 'folder';
    // Reading a pipe would block.
    return found.isFile() ? hashContent(await readFile(path, { flag: WITHOUT_WAITING })) : 'unreadable';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

/** Path → a value that differs after any write to it, even of the same content. */
export type FrozenStamps = ReadonlyMap<string, string>;

/** @param isSource whether a fingerprint covers a path: it has stamps of its own */
export const stampFrozen = async (
  workspace: string,
  frozen: Freeze,
  isSource: (path: string) => boolean,
): Promise<FrozenStamps> => {
  const paths = Object.keys(frozen).filter((path) => !path.includes('#') && !isSource(path));
  const stamps = paths.map(async (path) => [path, await stampOf(resolve(workspace, path))] as const);
  return new Map(await Promise.all(stamps));
};

/** The files that were written between two stamps, in path order. */
export const findWritten = (before: FrozenStamps, after: FrozenStamps): readonly string[] =>
  [...before]
    .filter(([path, stamp]) => (after.get(path) ?? stamp) !== stamp)
    .map(([path]) => path)
    .sort();

const stampOf = async (path: string): Promise<string> => {
  const [, folder] = /^(.*)[\\/]\*\*$/.exec(path) ?? [];
  if (folder !== undefined)
    return stampFolder(await realpath(folder).catch(() => folder), isOwnFile).catch(() => 'absent');
  try {
    const found = lstatSync(path, { ...LOOK, bigint: true });
    if (found === undefined) return 'absent';
    // A folder changes whenever something is put into it, and nothing in it is frozen by it.
    return found.isDirectory() ? 'folder' : `${found.ino}-${found.ctimeNs}`;
  } catch {
    return 'absent';
  }
};
