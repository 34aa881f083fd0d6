/**
 * A rename is not a loss (rule 2.7): a frozen file is missing while the runner reported a test file with the same
 * content from another path. Its content stays frozen at the new path, since this is checked every time.
 *
 * @module
 */
import { basename, dirname, join } from 'node:path/posix';
import { type Breach, type Freeze, freezeFiles } from './freeze.ts';

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
  const removed = breaches.filter(({ what }) => what === 'removed').map(({ path }) => path);
  const renamed = new Map<string, string>();
  if (removed.length === 0) return renamed;
  const places = await freezeFiles(
    workspace,
    [...new Set(reported)].filter((path) => path !== '' && !Object.hasOwn(frozen, path)),
  );
  const taken = new Set<string>();
  for (const path of removed) {
    const place = Object.keys(places).find((each) => !taken.has(each) && places[each] === frozen[path]);
    if (place === undefined) continue;
    taken.add(place);
    renamed.set(path, place);
  }
  return new Map([...renamed, ...(await findSnapshots(workspace, frozen, removed, renamed))]);
};

/** The id of a test in the renamed file. */
export const followRename = (id: string, renamed: ReadonlyMap<string, string>): string => {
  const [file = '', ...name] = id.split(' > ');
  return [renamed.get(file) ?? file, ...name].join(' > ');
};

/** A snapshot file moves with its test, under a name made from that of the test. */
const findSnapshots = async (
  workspace: string,
  frozen: Freeze,
  removed: readonly string[],
  renamed: ReadonlyMap<string, string>,
): Promise<readonly (readonly [string, string])[]> => {
  const pairs = [...renamed].flatMap(([from, to]) =>
    removed
      .filter((path) => path === snapshotOf(from))
      .map((path): readonly [string, string] => [path, snapshotOf(to)]),
  );
  const places = await freezeFiles(
    workspace,
    pairs.map(([, place]) => place),
  );
  return pairs.filter(([path, place]) => places[place] === frozen[path]);
};

const snapshotOf = (test: string): string => join(dirname(test), '__snapshots__', `${basename(test)}.snap`);
