/**
 * The leases of a remote: which commit each ref names, and the commits that are not here yet.
 *
 * @module
 */
import type { Lease } from './lease.ts';
import { isItemName } from './lease.ts';
import { readLeaseCommits } from './lease-commit.ts';
import { LeaseError } from './lease-error.ts';
import { type LeaseRepository, runInLeases } from './lease-repository.ts';
import { LEASES } from './ref-move.ts';

/** A ref may be replaced by hand between the list of the refs and the fetch. */
const MAX_READS = 4;

/**
 * @param item - @default all items
 * @throws {LeaseError} `refused` when the remote does not answer, `broken` when a ref is no lease
 */
export const readRemoteLeases = async (
  repository: LeaseRepository,
  remote: string,
  item?: string,
): Promise<readonly Lease[]> => {
  const ask = async (args: readonly string[], input?: string): Promise<string> => {
    const said = await runInLeases(repository, args, input === undefined ? {} : { input });
    if ('out' in said) return said.out.toString('utf8');
    throw new LeaseError(
      'refused',
      `Cannot read the leases of ${remote}: git failed (got: ${said.refused.replaceAll(/\s*\n\s*/g, ' | ')}). Check the remote and your permissions there, then try again.`,
    );
  };
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const tips = readTips(await ask(['ls-remote', '--refs', '--', remote, `${LEASES}${item ?? '*'}`]));
    const { leases, missing } = await readLeaseCommits(repository, tips);
    if (missing.length === 0) return leases.toSorted((one, other) => (one.item < other.item ? -1 : 1));
    const options = ['--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules', '--stdin'];
    await ask(['fetch', ...options, '--', remote], missing.map((each) => `${LEASES}${each}\n`).join(''));
  }
  throw new LeaseError(
    'refused',
    `Cannot read the leases of ${remote}: its refs change faster than they can be fetched. Try again.`,
  );
};

/** The item of each token. Refs of other names are not leases. */
const readTips = (listed: string): ReadonlyMap<string, string> =>
  new Map(
    listed.split('\n').flatMap((line) => {
      const [token = '', ref = ''] = line.split('\t');
      const item = ref.slice(LEASES.length);
      return ref.startsWith(LEASES) && isItemName(item) ? [[token, item] as const] : [];
    }),
  );
