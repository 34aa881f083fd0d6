/**
 * A rename is not a loss (rule 2.7): a frozen file is missing while the runner reported a test file with the same
 * content from another path, in another folder with its relative imports adjusted. Its content stays frozen at the new path, since this is checked every time.
 *
 * @module
 */
import { type Breach, type Freeze, freezeFiles } from './freeze.ts';
import { isTestsInside } from './test-files.ts';
import { createMoveTest, snapshotsOf } from './moves/judge-move.ts';

/**
 * Former path → present path.
 *
 * @param reported files that the runner named in this run: without a report, a test would be lost
 */
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
