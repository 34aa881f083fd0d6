/**
 * Git's answers about the repository around a folder and about its ignore settings. Git is asked again only when a file
 * that it reads for the answer has another content (docs/decisions/0070): an iteration needs these answers a dozen times.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, isAbsolute } from 'node:path';
import { homedir } from 'node:os';
import { readBytes } from '../../base/files/open-plain.ts';
import { locateProgram, pathOutside } from '../../base/processes/locate-program.ts';
import { readGit } from './git.ts';

// The facts behind git's answers about a repository, read from its files: where the repository is, its config, HEAD and the
// commit behind it. Contents, no times: equal marks are the same repository in the same state.

/** One text for everything; `null` where only git can tell: no commit, no repository, or a form that is not plain. */
const readMarks = (folder: string): string | null => {
  try {
    return read(realpathSync(folder));
  } catch {
    return null;
  }
};

/** The text of a file; `null` if it cannot be read, whatever the reason is. */
const readMark = (path: string): string | null => readBytes(path)?.toString('latin1') ?? null;

const read = (folder: string): string | null => {
  const gitDir = findGitDir(folder);
  if (gitDir === null) return null;
  const common = resolve(gitDir, readMark(join(gitDir, 'commondir'))?.trim() ?? '.');
  const head = readMark(join(gitDir, 'HEAD'));
  const commit = head === null ? null : readCommit(head.trim(), gitDir, common);
  if (commit === null) return null;
  const configs = [join(common, 'config'), join(gitDir, 'config.worktree')].map(readMark);
  // A ref is in another file there.
  if (configs.some((text) => text !== null && /refstorage/i.test(text))) return null;
  return JSON.stringify([folder, gitDir, common, head, commit, ...configs]);
};

/** As git looks for it, upwards. A folder on the way may be a repository by itself, without `.git`. */
const findGitDir = (folder: string): string | null => {
  const place = join(folder, '.git');
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return place;
  if (found?.isFile() === true) {
    const [, path] = /^gitdir: (.+?)\s*$/s.exec(readMark(place) ?? '') ?? [];
    return path === undefined ? null : resolve(folder, path);
  }
  const isPlain = found === undefined && lstatSync(join(folder, 'HEAD'), { throwIfNoEntry: false }) === undefined;
  return isPlain && dirname(folder) !== folder ? findGitDir(dirname(folder)) : null;
};

const OBJECT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const BRANCH = /^ref: (refs\/heads\/[^\0\n]+)$/;

const readCommit = (head: string, gitDir: string, common: string): string | null => {
  if (OBJECT.test(head)) return head;
  const [, ref] = BRANCH.exec(head) ?? [];
  if (ref === undefined || ref.includes('..')) return null;
  const loose = readMark(join(common, ref))?.trim();
  if (loose !== undefined) return OBJECT.test(loose) ? loose : null;
  const packed = readMark(join(common, 'packed-refs')) ?? '';
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`)) ?? '';
  const [commit = ''] = line.split(' ');
  return OBJECT.test(commit) ? commit : null;
};

/** Texts as git prints them, in Latin-1: the bytes of a path need not be UTF-8. */
interface RepositoryAnswer {
  /** Whether the folder is in the work tree of its repository. */
  readonly isInside: boolean;
  readonly head: string | null;
  /** The way to the root: empty, or `../` and so on. */
  readonly up: string;
  /** The path of `info/exclude`. */
  readonly exclude: string;
  /** Absolute: git's folder of this work tree, and the one that it shares with others. */
  readonly gitDir: string;
  readonly commonDir: string;
}

interface IgnoreSettings {
  /** `core.excludesFile`; empty: it is not set. */
  readonly excludesFile: string;
  /** `core.ignoreCase`: `true` or `false`. */
  readonly ignoreCase: string;
}

/** Absolute paths of files outside of the repository, and their texts before git was asked. */
type Watched = ReadonlyMap<string, string | null>;

interface Asked<T> {
  readonly answer: T;
  /** `null`: the answer cannot be remembered. */
  readonly watched: Watched | null;
}

/** Keeps the last answer for each folder, as long as every file behind it has the same content. */
const rememberLast = <T>(ask: (folder: string) => Promise<Asked<T>>): ((folder: string) => Promise<T>) => {
  const last = new Map<string, { readonly answer: T; readonly watched: Watched; readonly marks: string }>();
  const asking = new Map<string, Promise<T>>();
  const askAnew = async (folder: string): Promise<T> => {
    last.delete(folder);
    const marks = readMarks(folder);
    const { answer, watched } = await ask(folder);
    const known = watched === null || marks === null ? null : { answer, watched, marks };
    if (known !== null && isUnchanged(folder, known)) last.set(folder, known);
    return answer;
  };
  return (folder) => {
    const known = last.get(folder);
    if (known !== undefined && isUnchanged(folder, known)) return Promise.resolve(known.answer);
    const begun = asking.get(folder) ?? askAnew(folder).finally(() => asking.delete(folder));
    asking.set(folder, begun);
    return begun;
  };
};

const isUnchanged = (
  folder: string,
  { watched, marks }: { readonly watched: Watched; readonly marks: string },
): boolean => readMarks(folder) === marks && [...watched].every(([path, text]) => readMark(path) === text);

/** @throws {WorkspaceError} when there is no git or no repository */
export const askRepository = rememberLast<RepositoryAnswer>(async (folder) => {
  const lines = (await ask(folder, 'rev-parse', ...PATHS.flat(), ...IN_WORK_TREE)).split('\n');
  const head = OBJECT.test(lines.at(-1) ?? '') ? (lines.pop() ?? null) : null;
  const inside = lines.pop();
  // A path may have a line feed in it.
  const paths =
    lines.length === PATHS.length ? lines : await Promise.all(PATHS.map((each) => ask(folder, 'rev-parse', ...each)));
  const [up = '', exclude = '', gitDir = '', commonDir = ''] = paths;
  return { answer: { isInside: inside === 'true', head, up, exclude, gitDir, commonDir }, watched: new Map() };
});

const PATHS = [
  ['--show-cdup'],
  ['--git-path', 'info/exclude'],
  ['--path-format=absolute', '--git-dir'],
  ['--path-format=absolute', '--git-common-dir'],
];
const IN_WORK_TREE = ['--is-inside-work-tree', '--revs-only', 'HEAD^{commit}'];

/** One setting of the config, in the order in which git reads them: the last of a key has its say. */
export interface Setting {
  /** `local` and `worktree` are of the repository itself. */
  readonly scope: string;
  /** Section and name in lower case. */
  readonly key: string;
  /** `null`: a key alone. */
  readonly value: string | null;
}

/** The config with what it includes. @throws {WorkspaceError} when there is no git or no repository */
export const askSettings = rememberLast<readonly Setting[]>(async (folder) => {
  const watched = await watchOutside(folder);
  const listed = (await ask(folder, 'config', '-z', '--show-scope', '--show-origin', '--list')).split('\0');
  const answer: Setting[] = [];
  let isClear = watched !== null;
  for (let at = 0; at + 2 < listed.length; at += 3) {
    const [scope = '', origin = '', entry = ''] = listed.slice(at, at + 3);
    const [, key = '', value] = /^([^\n]*)(?:\n([\s\S]*))?$/.exec(entry) ?? [];
    answer.push({ scope, key, value: value ?? null });
    if (watched !== null && !watchIncluded(watched, origin, key, value ?? '')) isClear = false;
  }
  return { answer, watched: isClear ? watched : null };
});

/** @throws {WorkspaceError} when there is no git or no repository */
export const askIgnoreSettings = async (folder: string): Promise<IgnoreSettings> => {
  const settings = await askSettings(folder);
  const file = settings.findLast(({ key }) => key === 'core.excludesfile')?.value;
  const isPlain = file === undefined || (file !== null && /^(?:~\/|(?![~%:]))/.test(file));
  return {
    // Git itself reads what is not plain, such as the home of another user.
    excludesFile: isPlain
      ? (file ?? '').replace(/^~(?=\/)/, latin1Home())
      : await ask(folder, 'config', '--type=path', '--get', 'core.excludesFile'),
    ignoreCase: await askFlag(folder, 'core.ignoreCase'),
  };
};

/** `true` or `false`, which a setting is that is not there. @throws {WorkspaceError} when there is no git or no repository */
export const askFlag = async (folder: string, name: string): Promise<string> => {
  const found = (await askSettings(folder)).findLast(({ key }) => key === name.toLowerCase());
  if (found === undefined) return 'false';
  // Git itself reads a number or a `yes`.
  return found.value === 'true' || found.value === 'false'
    ? found.value
    : ask(folder, 'config', '--type=bool', '--get', name);
};

const latin1Home = (): string => Buffer.from(homedir()).toString('latin1');

/** Every config outside of the repository that git reads for the folder, or would if it were there; `null` without git. */
const watchOutside = async (folder: string): Promise<Map<string, string | null> | null> => {
  const program = await locateProgram('git', folder, pathOutside(folder));
  if (program === null) return null;
  const configHome = process.env['XDG_CONFIG_HOME'] ?? '';
  const places = [
    '/etc/gitconfig',
    ...[program, realpathSync(program)].map((path) => join(dirname(path), '..', 'etc', 'gitconfig')),
    join(homedir(), '.gitconfig'),
    join(configHome === '' ? join(homedir(), '.config') : configHome, 'git', 'config'),
  ];
  return new Map(places.map((path) => [path, readMark(path)]));
};

/** Adds the file of a setting, and the file that it includes. @returns false if that cannot be told */
const watchIncluded = (watched: Map<string, string | null>, origin: string, key: string, value: string): boolean => {
  const watch = (path: string): void => void (watched.has(path) || watched.set(path, readMark(path)));
  if (!origin.startsWith('file:')) return true;
  const file = toUtf8(origin.slice('file:'.length));
  if (isAbsolute(file)) watch(file);
  if (!/^include(?:if\..*)?\.path$/is.test(key)) return true;
  // The config of the repository itself has a relative name here.
  if (!isAbsolute(file) || value.startsWith('%') || /^~[^/]/.test(value)) return false;
  const named = toUtf8(value);
  watch(named.startsWith('~/') ? join(homedir(), named.slice(2)) : resolve(dirname(file), named));
  return true;
};

const ask = (folder: string, ...question: readonly string[]): Promise<string> =>
  readGit(folder, question, { encoding: 'latin1' });

/** The text of a path. */
export const toUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
