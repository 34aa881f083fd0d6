/**
 * A rename is not a loss (rule 2.7): a frozen file is missing while the runner reported a test file with the same
 * content from another path, in another folder with its relative imports adjusted. Its content stays frozen at the new
 * path, since this is checked every time.
 */
import { join } from 'node:path';
import { basename, dirname, extname, join as joinPath, relative } from 'node:path/posix';
import { hashContent } from '../../base/files/hash-content.ts';
import { askRunners } from '../../runners/runners.ts';
import { type Freeze, freezeFiles, type Breach, isTestsInside, foldersAbove } from './freeze.ts';
import { isRunnerFile } from './runner-files.ts';
import { textAtFormerPlace } from './same-syntax/restore-imports.ts';
import { readText } from '../../base/files/open-plain.ts';
import { namesIn } from '../../base/files/folders.ts';
import { testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';

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
const createMoveTest = (workspace: string, frozen: Freeze): ((move: Move) => Promise<boolean>) => {
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
  const [old, present] = [foldersAbove(from), foldersAbove(to)];
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

/** Without its snapshot, a test fails; with another one, it may not. */
const hasSameSnapshots = async (workspace: string, frozen: Freeze, { from, to }: Move): Promise<boolean> => {
  const snapshots = snapshotsOf(frozen, from, to);
  const states = await freezeFiles(workspace, [...snapshots.values()]);
  return [...snapshots].every(([path, place]) => ['absent', frozen[path]].includes(states[place]));
};

/** Frozen files that are named after a test → their names after its move. */
const snapshotsOf = (frozen: Freeze, from: string, to: string): ReadonlyMap<string, string> => {
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

/** Former path → present path. @param reported - by the runner in this run: without a report, a test would be lost */
export const findRenamed = async (
  workspace: string,
  frozen: Freeze,
  breaches: readonly Breach[],
  reported: Iterable<string>,
): Promise<ReadonlyMap<string, string>> => {
  // Tests inside of a source would stand among other code.
  const isFile = (path: string): boolean => path !== '' && !isTestsInside(path);
  const removed = breaches.filter(({ what, path }) => what === 'removed' && isFile(path)).map(({ path }) => path);
  const renamed = new Map<string, string>();
  if (removed.length === 0) return renamed;
  const places = await freezeFiles(
    workspace,
    [...new Set(reported)].filter((path) => isFile(path) && !Object.hasOwn(frozen, path)),
  );
  const isMove = createMoveTest(workspace, frozen);
  const taken = new Set<string>();
  for (const path of removed) {
    for (const place of Object.keys(places)) {
      if (taken.has(place) || !(await isMove({ from: path, to: place, state: places[place] }))) continue;
      taken.add(place);
      renamed.set(path, place);
      break;
    }
  }
  // Snapshots move with their tests.
  const snapshots = [...renamed].flatMap(([from, to]) => [...snapshotsOf(frozen, from, to)]);
  const states = await freezeFiles(
    workspace,
    snapshots.map(([, place]) => place),
  );
  const moved = snapshots.filter(([path, place]) => removed.includes(path) && states[place] === frozen[path]);
  return new Map([...renamed, ...moved]);
};

/** The id of a test in the renamed file. */
export const followRename = (id: string, renamed: ReadonlyMap<string, string>): string => {
  const [file = '', ...name] = id.split(' > ');
  return [renamed.get(file) ?? file, ...name].join(' > ');
};

/** A runner may write a line, a number or a time into names. @param expected - ids of tests that may not go */
export const findRenumbered = (
  expected: readonly string[],
  { tests }: Pick<TestRun, 'tests'>,
): ReadonlyMap<string, string> => {
  const [there, known] = [new Set(tests.map(testId)), new Set(expected)];
  const added = new Map<string, string[]>();
  for (const test of new Map(tests.map((each) => [testId(each), each])).values()) {
    const id = testId(test);
    if (known.has(id) || !/\d/.test(test.name)) continue;
    const key = withoutDigits(id, test.file);
    added.set(key, [...(added.get(key) ?? []), id]);
  }
  const files = [...new Set(tests.map(({ file }) => file))];
  return new Map(
    expected.flatMap((id) => {
      if (there.has(id)) return [];
      const file = files.find((each) => id.startsWith(`${each} > `)) ?? '';
      const now = added.get(withoutDigits(id, file))?.shift();
      return now === undefined ? [] : [[id, now] as const];
    }),
  );
};

const withoutDigits = (id: string, file: string): string => file + id.slice(file.length).replaceAll(/\d+/g, '#');
