/**
 * A rename is not a loss (RULES 2.7): a frozen file that is gone while a test file of the same content was reported from
 * another place. The content stays frozen where it is now, since it is looked for anew each time.
 *
 * @module
 */
import { basename, dirname, join } from 'node:path/posix';
import { type Breach, type Freeze, freezeFiles } from './freeze.ts';

/**
 * Former path → present path.
 *
 * @param reported files that the runner named in this run: elsewhere a test would be as good as gone
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

/** The id that a test has in the file that its own was renamed to. */
export const followRename = (id: string, renamed: ReadonlyMap<string, string>): string => {
  const [file = '', ...name] = id.split(' > ');
  return [renamed.get(file) ?? file, ...name].join(' > ');
};

/** A snapshot file goes with its test, by a name made from that of the test. */
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
