/**
 * Whether a test file at a new place is the frozen one (rule 2.7): its text, the snapshots beside it, and the settings
 * of the folders that it is in are the same.
 *
 * @module
 */
import { join } from 'node:path';
import { basename, dirname, extname, join as joinPath, relative } from 'node:path/posix';
import { hashContent } from '../../files/hash-content.ts';
import { askRunners } from '../../testing/ask-runners.ts';
import { type Freeze, freezeFiles } from '../freeze.ts';
import { isRunnerFile } from '../runner-files.ts';
import { textAtFormerPlace } from './restore-imports.ts';
import { readText } from '../../files/open-plain.ts';
import { namesIn } from '../../files/folders.ts';

/** Files and folders that apply to all files below them. */
const OF_FOLDER = new Set([
  ...'node_modules package.json tsconfig.json jsconfig.json'.split(' '),
  ...askRunners(({ tests }) => tests?.automatic).flatMap(({ beside = [] }) => beside),
]);
const appliesBelow = (name: string): boolean => OF_FOLDER.has(name) || isRunnerFile(name);

interface Move {
  readonly from: string;
  readonly to: string;
  /** The present state of the new file. */
  readonly state: string | undefined;
}

/** @returns a function that reads each file once */
export const createMoveTest = (workspace: string, frozen: Freeze): ((move: Move) => Promise<boolean>) => {
  const hashes = new Map<string, string | null>();
  const hashFormer = async ({ from, to }: Move): Promise<string | null> => {
    const key = JSON.stringify([dirname(from), to]);
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const text = readText(join(workspace, to)) ?? '';
    const former = textAtFormerPlace(text, from, to);
    const hash = former === null ? null : hashContent(former);
    hashes.set(key, hash);
    return hash;
  };
  return async (move) => {
    const { from, to, state } = move;
    const isSame =
      dirname(from) === dirname(to)
        ? state === frozen[from]
        : state?.includes(':') === false && (await hashFormer(move)) === frozen[from];
    return (
      isSame && (await hasSameSettings(workspace, frozen, move)) && (await hasSameSnapshots(workspace, frozen, move))
    );
  };
};

const hasSameSettings = async (workspace: string, frozen: Freeze, { from, to }: Move): Promise<boolean> => {
  const [old, present] = [foldersOf(from), foldersOf(to)];
  const left = old.filter((folder) => !present.includes(folder));
  const entered = present.filter((folder) => !old.includes(folder));
  for (const folder of [...left, ...entered]) {
    const names = namesIn(join(workspace, folder));
    if (names.some(appliesBelow)) return false;
  }
  // The agent may have removed them.
  return !Object.keys(frozen).some((path) => {
    const [file = ''] = path.split('#');
    return frozen[path] !== 'absent' && appliesBelow(basename(file)) && left.includes(dirname(file));
  });
};

/** Every folder below the workspace that contains a file. */
const foldersOf = (path: string): readonly string[] => {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
};

/** Without its snapshot, a test fails; with another one, it may not. */
const hasSameSnapshots = async (workspace: string, frozen: Freeze, { from, to }: Move): Promise<boolean> => {
  const snapshots = snapshotsOf(frozen, from, to);
  const states = await freezeFiles(workspace, [...snapshots.values()]);
  return [...snapshots].every(([path, place]) => ['absent', frozen[path]].includes(states[place]));
};

/** Frozen files that are named after a test → their names after its move. */
export const snapshotsOf = (frozen: Freeze, from: string, to: string): ReadonlyMap<string, string> => {
  const [stem, name] = [basename(from, extname(from)), basename(from)];
  const found = Object.keys(frozen).flatMap((path): readonly (readonly [string, string])[] => {
    if (path === from || frozen[path] === 'absent' || path.includes('#')) return [];
    const [first = '', ...more] = relative(`/${dirname(from)}`, `/${path}`).split('/');
    const isIn = first === '__snapshots__';
    const [own = '', ...rest] = isIn ? more : [first, ...more];
    const prefix = [name, ...(isIn ? [stem] : [])].find((each) => own === each || own.startsWith(each));
    if (prefix === undefined || own === '') return [];
    const renamed = (prefix === name ? basename(to) : basename(to, extname(to))) + own.slice(prefix.length);
    return [[path, joinPath(dirname(to), ...(isIn ? [first] : []), renamed, ...rest)]];
  });
  return new Map(found);
};
