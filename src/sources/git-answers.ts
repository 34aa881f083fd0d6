/**
 * Git's answers about the repository around a folder and about its ignore settings. Git is asked again only when a file that it reads
 * for the answer has another content (docs/decisions/0070): an iteration needs these answers a dozen times.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { locateProgram } from '../processes/locate-program.ts';
import { pathOutside } from '../processes/trusted-path.ts';
import { readMark, readMarks } from './repository-marks.ts';
import { readGit } from './git.ts';

/** Texts as git prints them, in Latin-1: the bytes of a path need not be UTF-8. */
interface RepositoryAnswer {
  /** Whether the folder is in the work tree of its repository. */
  readonly isInside: boolean;
  /** The commit at HEAD. */
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
const OBJECT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** @throws {WorkspaceError} when there is no git or no repository */
export const askIgnoreSettings = rememberLast<IgnoreSettings>(async (folder) => {
  const get = (type: string, otherwise: string, key: string): Promise<string> =>
    ask(folder, 'config', `--type=${type}`, '--default', otherwise, '--get', key);
  const watched = await findWatched(folder);
  const [excludesFile, ignoreCase] = await Promise.all([
    get('path', '', 'core.excludesFile'),
    get('bool', 'false', 'core.ignoreCase'),
  ]);
  return { answer: { excludesFile, ignoreCase }, watched };
});

/** Every config that git reads for the folder, or would if it were there; `null` if they cannot all be told. */
const findWatched = async (folder: string): Promise<Watched | null> => {
  const program = await locateProgram('git', folder, pathOutside(folder));
  if (program === null) return null;
  const configHome = process.env['XDG_CONFIG_HOME'] ?? '';
  const places = [
    '/etc/gitconfig',
    ...[program, realpathSync(program)].map((path) => join(dirname(path), '..', 'etc', 'gitconfig')),
    join(homedir(), '.gitconfig'),
    join(configHome === '' ? join(homedir(), '.config') : configHome, 'git', 'config'),
  ];
  const watched = new Map(places.map((path) => [path, readMark(path)]));
  const watch = (path: string): void => void (watched.has(path) || watched.set(path, readMark(path)));
  const listed = (await ask(folder, 'config', '-z', '--show-origin', '--list')).split('\0');
  for (let at = 0; at + 1 < listed.length; at += 2) {
    const [origin = '', entry = ''] = [listed[at], listed[at + 1]];
    if (!origin.startsWith('file:')) continue;
    const file = toUtf8(origin.slice('file:'.length));
    if (isAbsolute(file)) watch(file);
    const [, path] = /^include(?:if\..*)?\.path\n(.*)$/is.exec(entry) ?? [];
    if (path === undefined) continue;
    // The config of the repository itself has a relative name here.
    if (!isAbsolute(file) || path.startsWith('%') || /^~[^/]/.test(path)) return null;
    const named = toUtf8(path);
    watch(named.startsWith('~/') ? join(homedir(), named.slice(2)) : resolve(dirname(file), named));
  }
  return watched;
};

const ask = (folder: string, ...question: readonly string[]): Promise<string> =>
  readGit(folder, question, { encoding: 'latin1' });

/** The text of a path. */
export const toUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');
