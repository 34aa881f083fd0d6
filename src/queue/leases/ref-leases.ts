/**
 * Leases on the refs of a Git remote, for machines that share nothing else: `refs/dualgate/lease/<item>` is moved by a
 * push that names its old commit (compare and swap), and the token is the commit. A result and its lease move in one
 * atomic push, so that the result of a holder whose token is stale reaches no ref.
 */
import { randomUUID } from 'node:crypto';
import { isPlainObject, printJson } from '../../ledger/json.ts';
import { oneLine } from '../../commits/commit-trailers.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import {
  type LeaseDraft,
  decideLease,
  refuseName,
  type Lease,
  parseLease,
  LeaseError,
  type BrokenItem,
  isItemName,
  itemOf,
  type LeaseStore,
} from './lease.ts';
import { type LeaseRepository, readObjects, runInLeases, writeLeaseObject } from './lease-repository.ts';
import {
  type ReadTips,
  type RefTip,
  pushRefs,
  readRefs,
  refuseMove,
  takeOne,
  checkMoves,
  LEASES,
  type RefMove,
} from './remote-refs.ts';

const NONCE_KEY = 'nonce';

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

const hasLeaseCommit = async (repository: LeaseRepository, token: string): Promise<boolean> =>
  /^[0-9a-f]{40,64}$/.test(token) && 'out' in (await runInLeases(repository, ['cat-file', '-e', token]));

const readLeaseCommits = async (repository: LeaseRepository, tips: readonly RefTip[]): Promise<ReadTips<Lease>> => {
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

/** Two pushes at once can refuse each other on the remote; then one of them is repeated. */
const MAX_PUSHES = 8;

interface RefLeaseOptions {
  readonly repository: LeaseRepository;
  /** A URL or an absolute path, from the operator: a name such as `origin` would be read from the agent's config. */
  readonly remote: string;
  readonly now: () => Date;
}

/**
 * It carries further refs, which move in the same push.
 * @throws {LeaseError} from every call: `refused` or `unknown` when git or the remote fails, `broken` when a ref is no
 * lease, `argument` when a further ref is wrong
 */
export const createRefLeases = ({ repository, remote, now }: RefLeaseOptions): LeaseStore<readonly RefMove[]> => {
  const list = (item?: string) =>
    readRefs(repository, {
      prefix: LEASES,
      what: 'leases',
      item,
      remote,
      read: (tips) => readLeaseCommits(repository, tips),
    });
  const read = async (item: string): Promise<Lease | null> => takeOne(await list(item));

  const change: LeaseStore<readonly RefMove[]>['change'] = async (asked, moves = []) => {
    const item = itemOf(asked);
    // Probably the current one: a push finds out.
    const expected = asked.do === 'claim' ? null : asked.lease;
    if (!isItemName(item)) return refuseName(item);
    checkMoves(moves);
    // The next commit needs the expected one as its parent.
    let isRead = expected !== null && !(await hasLeaseCommit(repository, expected.token));
    let current = isRead ? await read(item) : expected;
    let problem = '';
    for (let pushes = 0; pushes < MAX_PUSHES; ) {
      const decision = decideLease(current, asked, now());
      if ('granted' in decision) {
        if (isRead) return decision;
        [current, isRead] = [await read(item), true];
        continue;
      }
      const next = await writeLeaseCommit(repository, decision.next, now());
      const pushed = await pushRefs(repository, { remote, lease: next, moves });
      pushes += 1;
      // The first lease of an item shows whether the remote shows what it takes.
      if (pushed.landed && (current !== null || (await read(item)) !== null)) return { granted: true, lease: next };
      if (pushed.landed) throw hidden(item, remote);
      const found = await readAfter(read, item, pushed.said);
      if (current === null && found === null && /stale info/.test(pushed.said)) throw hidden(item, remote);
      // The push landed, and its answer was lost.
      if (found?.token === next.token) return { granted: true, lease: next };
      const isUnchanged = (found?.token ?? null) === (current?.token ?? null);
      [current, isRead, problem] = [found, true, pushed.said];
      if (!isUnchanged) continue;
      if (pushed.moved !== null) return refuseMove(item, pushed.moved, current);
      if (!pushed.mayRetry) break;
    }
    throw new LeaseError(
      'refused',
      `Cannot change the lease of ${item} on ${remote}: the push failed (got: ${problem}). Check the remote and your permissions there, then try again.`,
    );
  };

  return {
    change,
    read: async (item) => (isItemName(item) ? read(item) : null),
    list: () => list(),
  };
};

const hidden = (item: string, remote: string): LeaseError =>
  new LeaseError(
    'refused',
    `Cannot use ${remote} for work items: it takes the lease of ${item} and shows it to nobody. Its setting uploadpack.hideRefs hides refs/dualgate: remove that there, then try again.`,
  );

/** After a push that failed, only the remote knows whether it landed. */
const readAfter = async (
  read: (item: string) => Promise<Lease | null>,
  item: string,
  said: string,
): Promise<Lease | null> => {
  try {
    return await read(item);
  } catch (cause) {
    if (!(cause instanceof LeaseError) || cause.trouble !== 'refused') throw cause;
    throw new LeaseError(
      'unknown',
      `Cannot tell whether the lease of ${item} changed: the push failed (got: ${said}), and the remote does not answer. Check the connection, then repeat the call.`,
      { cause },
    );
  }
};
