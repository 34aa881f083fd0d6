/**
 * Freezing files by content (rule 2.7): later changes, removals and additions are reported. A path without a file
 * can be frozen as absent.
 *
 * @module
 */
import { lstat, readFile, readlink, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { hashContent } from '../files/hash-content.ts';
import { isSuppressions } from './checked/suppression-lists.ts';
import { IGNORE_RULES, readPart } from './frozen-parts.ts';
import { isTestsInside } from './test-files.ts';
import { WITHOUT_WAITING } from '../files/open-plain.ts';
import { WorkspaceError } from '../sources/workspace-error.ts';
import { isGone } from '../text/describe-cause.ts';

/**
 * Path → SHA-256 of the content, or `absent`, `folder`, `link:…`, `tree:…`. Plain and JSON-able; made without a
 * prototype, so that a file named `__proto__` is a file. Paths are relative to the workspace, with `/`; absolute
 * outside of it.
 */
export type Freeze = Readonly<Record<string, string>>;

export interface Breach {
  readonly path: string;
  /**
   * `appeared`: it had to stay absent. `changed`: other content, or replaced by a link, a folder, something
   * unreadable.
   */
  readonly what: 'changed' | 'removed' | 'appeared';
}

/**
 * Freezes the current files.
 *
 * @param paths as those of {@link readStates}; what a source has inside (`src/lib.rs#tests`) and does not have
 * yet is not frozen: tests may be added
 * @throws {WorkspaceError} as {@link readStates}
 */
export const freezeFiles = async (workspace: string, paths: readonly string[]): Promise<Freeze> => {
  const states = Object.entries(await readStates(workspace, paths));
  return Object.assign(
    Object.create(null),
    Object.fromEntries(
      states.filter(([path, state]) => state !== 'absent' || !(isTestsInside(path) || isSuppressions(path))),
    ),
  );
};

/**
 * The files in the form of a freeze, including those that a freeze omits.
 *
 * @param paths relative to the workspace, or absolute; or a name that `frozen-parts.ts` knows, such as
 * `package.json#scripts`
 * @throws {WorkspaceError} when one of them exists and cannot be read: then its changes would not be seen
 */
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

const readState = async (path: string): Promise<string> => {
  const part = await readPart(path);
  if (part !== null) return part;
  try {
    const found = await lstat(path);
    // A link counts with its target: otherwise the content behind a linked test could be changed unseen.
    if (found.isSymbolicLink()) return `link:${hashContent(await readlink(path))}:${await readBehind(path)}`;
    if (found.isDirectory()) return 'folder';
    // Reading a pipe would block.
    return found.isFile() ? hashContent(await readFile(path, { flag: WITHOUT_WAITING })) : 'unreadable';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

const readBehind = async (path: string): Promise<string> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? hashContent(await readFile(path, { flag: WITHOUT_WAITING })) : 'unreadable';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};
