/**
 * Freezing files by content (RULES 2.7): from then on a file that changed, went or appeared is named. A file that must
 * stay absent can be frozen too.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { lstat, readFile, readlink, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { readPart } from './file-parts.ts';
import { WITHOUT_WAITING } from './open-flags.ts';
import { WorkspaceError } from './workspace-error.ts';

/**
 * Path → SHA-256 of the content, or `absent`, `folder`, `link:…`. Plain and JSON-able; made without a prototype, so that a
 * file named `__proto__` is a file. Paths are relative to the workspace, with `/`; absolute when they lie outside.
 */
export type Freeze = Readonly<Record<string, string>>;

export interface Breach {
  readonly path: string;
  /** `appeared`: it had to stay absent. `changed`: other content, or replaced by a link, a folder, something unreadable. */
  readonly what: 'changed' | 'removed' | 'appeared';
}

/**
 * Freezes the files as they are.
 *
 * @param paths relative to the workspace, or absolute; `package.json#scripts` is that member of that file, and `#pytest` and `#tests` are parts as {@link readPart} knows them
 * @throws {WorkspaceError} when one of them is there and cannot be read: what cannot be read cannot be watched
 */
export const freezeFiles = async (workspace: string, paths: readonly string[]): Promise<Freeze> => {
  const freeze: Record<string, string> = Object.create(null);
  for (const path of new Set(paths.map((given) => nameFrozen(workspace, given)))) {
    const state = await readState(resolve(workspace, path));
    if (state === 'unreadable') {
      throw new WorkspaceError(
        `Cannot freeze ${path}: it is not a file that can be read. Make it readable, or take it out of the workspace.`,
        resolve(workspace, path),
      );
    }
    // Tests may be added to a source that has none inside of it.
    if (state === 'absent' && path.endsWith('.rs#tests')) continue;
    freeze[path] = state;
  }
  return freeze;
};

/** The frozen files that are no longer as they were, in path order; never throws for what it finds there. */
export const findBroken = async (workspace: string, freeze: Freeze): Promise<readonly Breach[]> => {
  const breaches: Breach[] = [];
  for (const path of Object.keys(freeze).sort()) {
    const state = await readState(resolve(workspace, path));
    if (state === freeze[path]) continue;
    breaches.push({ path, what: state === 'absent' ? 'removed' : freeze[path] === 'absent' ? 'appeared' : 'changed' });
  }
  return breaches;
};

/** The name that a path has in a freeze: relative to the workspace, with `/`; absolute when it lies outside. */
export const nameFrozen = (workspace: string, given: string): string => {
  const absolute = resolve(workspace, given);
  const inside = relative(resolve(workspace), absolute);
  const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside;
  return (isOutside ? absolute : inside).split(sep).join('/');
};

const readState = async (path: string): Promise<string> => {
  const [, file, member] = MEMBER.exec(path) ?? [];
  if (file !== undefined && member !== undefined) return readMember(file, member);
  const [, whole, part] = PART.exec(path) ?? [];
  if (whole !== undefined && part !== undefined) return readPartOf(whole, part);
  try {
    const found = await lstat(path);
    // A link counts with what it leads to: else the content behind a linked test could be changed unseen.
    if (found.isSymbolicLink()) return `link:${hash(await readlink(path))}:${await readBehind(path)}`;
    if (found.isDirectory()) return 'folder';
    // A pipe would block whoever reads it.
    return found.isFile() ? hash(await readFile(path, { flag: WITHOUT_WAITING })) : 'unreadable';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

const MEMBER = /^(.*[\\/]package\.json)#(\w+)$/;
const PART = /^(.*(?:[\\/]pyproject\.toml|\.rs))#(pytest|tests)$/;

const readPartOf = async (file: string, part: string): Promise<string> => {
  try {
    const text = readPart(await readFile(file, { encoding: 'utf8', flag: WITHOUT_WAITING }), part);
    return text === '' ? 'absent' : hash(text);
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

/** Of a file that is edited for other reasons too. Its form is not its content. */
const readMember = async (file: string, member: string): Promise<string> => {
  try {
    const value: unknown = JSON.parse(await readFile(file, { encoding: 'utf8', flag: WITHOUT_WAITING }));
    if (typeof value !== 'object' || value === null) return 'unreadable';
    return Object.hasOwn(value, member) ? hash(JSON.stringify(Reflect.get(value, member))) : 'absent';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

const readBehind = async (path: string): Promise<string> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? hash(await readFile(path, { flag: WITHOUT_WAITING })) : 'unreadable';
  } catch (error) {
    return isGone(error) ? 'absent' : 'unreadable';
  }
};

const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
