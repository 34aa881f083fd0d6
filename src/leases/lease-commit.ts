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
import { type LeaseRepository, runInLeases } from './lease-repository.ts';
import type { BrokenItem } from './lease-store.ts';
import type { ReadTips, RefTip } from './read-refs.ts';

const AUTHOR = ['AUTHOR', 'COMMITTER'] as const;
const NONCE_KEY = 'nonce';

/** Writes only the object. @throws {LeaseError} `refused` when git fails */
export const writeLeaseCommit = async (repository: LeaseRepository, draft: LeaseDraft, now: Date): Promise<Lease> => {
  const { item, holder, state, until, previous } = draft;
  const event = {
    held: `held by ${holder} until ${until}`,
    released: `released by ${holder}`,
    waits: `released by ${holder}, waits until ${until}`,
    done: `done by ${holder}`,
  };
  // Two holders of one name at one time would make the same commit, and both would have its token.
  const body = printJson({ ...draft, [NONCE_KEY]: randomUUID() });
  const at = `@${Math.floor(now.getTime() / 1000)} +0000`;
  const env = Object.fromEntries(
    AUTHOR.flatMap((role) => [
      [`GIT_${role}_NAME`, 'dualgate'],
      [`GIT_${role}_EMAIL`, 'dualgate@localhost'],
      [`GIT_${role}_DATE`, at],
    ]),
  );
  const tree = await ask(repository, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  const parent = previous === null ? [] : ['-p', previous];
  const token = await ask(repository, ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, ...parent], {
    input: `${item}: ${oneLine(event[state])}\n\n${body}\n`,
    env,
  });
  return parseLease({ ...draft, token }, item, token);
};

const ask = async (...given: Parameters<typeof runInLeases>): Promise<string> => {
  const said = await runInLeases(...given);
  if ('out' in said) return said.out.toString('utf8').trim();
  const [{ folder }] = given;
  throw new LeaseError(
    'refused',
    `Cannot write a lease in ${folder}: git failed (got: ${said.refused}). Delete that folder: dualgate makes it again.`,
  );
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
  if (tips.length === 0) return { found, missing, broken };
  const input = tips.map(({ commit }) => `${commit}\n`).join('');
  const said = await runInLeases(repository, ['cat-file', '--batch', '--buffer'], { input });
  if ('refused' in said)
    throw new LeaseError(
      'refused',
      `Cannot read leases in ${repository.folder}: git failed (got: ${said.refused}). Delete that folder: dualgate makes it again.`,
    );
  let from = 0;
  for (const tip of tips) {
    const end = said.out.indexOf('\n', from);
    const [, type, size] = said.out.subarray(from, end).toString('ascii').split(' ');
    from = end + 1;
    if (type === 'missing') {
      missing.push(tip);
      continue;
    }
    try {
      found.push(readMessage(said.out.subarray(from, from + Number(size)).toString('utf8'), tip));
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error;
      broken.push({ item: tip.item, problem: error.message, mayPass: false });
    }
    from += Number(size) + 1;
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
