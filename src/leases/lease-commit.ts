/**
 * A lease as a commit without files: the lease is JSON in its message, the commit before it is its parent, and its id is
 * the token.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { isPlainObject, printJson } from '../ledger/json.ts';
import { oneLine } from '../proof/commit-trailers.ts';
import { parseJson } from '../text/parse-json.ts';
import type { LeaseDraft } from './decide-lease.ts';
import { type Lease, parseLease } from './lease.ts';
import { LeaseError } from './lease-error.ts';
import { type LeaseRepository, readObjects, runInLeases, writeLeaseObject } from './lease-repository.ts';
import type { BrokenItem } from './lease-store.ts';
import type { ReadTips, RefTip } from './read-refs.ts';

const NONCE_KEY = 'nonce';

/** Writes only the object. @throws {LeaseError} `refused` when git fails */
export const writeLeaseCommit = async (repository: LeaseRepository, draft: LeaseDraft, now: Date): Promise<Lease> => {
  const { item, holder, state, until, previous } = draft;
  const event = {
    held: `held by ${holder} until ${until}`,
    released: `released by ${holder}`,
    waits: `released by ${holder}, waits until ${until}`,
  };
  // Two holders of one name at one time would make the same commit, and both would have its token.
  const body = printJson({ ...draft, [NONCE_KEY]: randomUUID() });
  const message = `${item}: ${oneLine(event[state])}\n\n${body}\n`;
  const token = await writeLeaseObject(repository, { tree: null, previous, message, now });
  return parseLease({ ...draft, token }, item, token);
};

/** Whether the commit of a token is here: another machine may have made it. */
export const hasLeaseCommit = async (repository: LeaseRepository, token: string): Promise<boolean> =>
  /^[0-9a-f]{40,64}$/.test(token) && 'out' in (await runInLeases(repository, ['cat-file', '-e', token]));

/** Reads the leases of commits. */
export const readLeaseCommits = async (
  repository: LeaseRepository,
  tips: readonly RefTip[],
): Promise<ReadTips<Lease>> => {
  const found: Lease[] = [];
  const missing: RefTip[] = [];
  const broken: BrokenItem[] = [];
  const read = await readObjects(
    repository,
    tips.map(({ commit }) => commit),
  );
  for (const [n, tip] of tips.entries()) {
    const commit = read[n] ?? null;
    try {
      if (commit === null) missing.push(tip);
      else found.push(readMessage(commit.toString('utf8'), tip));
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error;
      broken.push({ item: tip.item, problem: error.message, mayPass: false });
    }
  }
  return { found: found.toSorted((one, other) => (one.item < other.item ? -1 : 1)), missing, broken };
};

/** The JSON is the last line: no line break of a message is inside JSON. */
const readMessage = (commit: string, { item, commit: token }: RefTip): Lease => {
  const found = parseJson(commit.trimEnd().split('\n').at(-1) ?? '');
  const { [NONCE_KEY]: _, ...lease } = isPlainObject(found) ? found : {};
  const parent = /^parent (\S+)$/m.exec(commit.split('\n\n', 1)[0] ?? '')?.[1] ?? null;
  return parseLease({ ...lease, previous: parent, token }, item, `refs/dualgate/lease/${item} (${token})`);
};
