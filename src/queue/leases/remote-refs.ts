/** The refs of a remote: read, and pushed only where they still are as they were read. */
import { setTimeout as wait } from 'node:timers/promises';
import { LeaseError, type Lease, isItemName, type BrokenItem, type Refused } from './lease.ts';
import { inOneLine, type LeaseRepository, runInLeases } from './lease-repository.ts';

/** Further refs that move in a lease's push, all or none: the result's branch, the item's ledger, the run's files. */
export interface RefMove {
  /** In full: `refs/heads/dualgate/login`. */
  readonly ref: string;
  readonly to: string;
  /** The id that this move replaces; `null`: the ref must not exist. @default it must not exist, or be an ancestor */
  readonly from?: string | null;
}

/** Refs of leases move only with their lease. */
export const LEASES = 'refs/dualgate/lease/';

/** As `git check-ref-format` has it, and without characters that a refspec or a glob gives a meaning. */
const REF = /^refs(?:\/(?!\.)(?:(?!\.\.|@\{|\.lock(?:\/|$))[^\s\p{C}/~^:?*[\\])+)+(?<!\.)$/u;
const OBJECT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** @throws {LeaseError} `argument` when a ref or an id is wrong, or a ref is given twice */
export const checkMoves = (moves: readonly RefMove[]): void => {
  const problemOf = ({ ref, to, from }: RefMove): string | null => {
    if (!REF.test(ref)) return 'it is not a complete name such as refs/heads/work';
    if (ref.startsWith(LEASES)) return 'it belongs to a lease';
    if (moves.filter((other) => other.ref === ref).length > 1) return 'it is given twice';
    const wrong = [to, ...(from === undefined || from === null ? [] : [from])].find((id) => !OBJECT.test(id));
    return wrong === undefined ? null : `${JSON.stringify(wrong)} is not the complete id of an object`;
  };
  for (const move of moves) {
    const problem = problemOf(move);
    if (problem !== null)
      throw new LeaseError(
        'argument',
        `Cannot push the ref ${JSON.stringify(move.ref)} with a lease: ${problem}. Pass other refs.`,
      );
  }
};

/** A further ref is not where its holder found it. */
export const refuseMove = (item: string, ref: string, current: Lease | null): Refused => ({
  granted: false,
  why: 'ref_moved',
  message: `Cannot write ${item}: ${ref} of the remote is not where it was expected, so nothing was pushed. Fetch it, then write again.`,
  current,
});

const moveOptions = (moves: readonly RefMove[]): { readonly options: string[]; readonly refspecs: string[] } => ({
  options: moves.flatMap(({ ref, from }) => (from === undefined ? [] : [`--force-with-lease=${ref}:${from ?? ''}`])),
  refspecs: moves.map(({ ref, to }) => `${to}:${ref}`),
});

// One push of refs, with a lease or without one: all of them move or none. And the meaning of git's answer.

type Pushed =
  | { readonly landed: true }
  | {
      readonly landed: false;
      readonly said: string;
      /** The further ref that is not where it was expected; `null` for another reason. */
      readonly moved: string | null;
      /** Another push at the same time may be the reason. */
      readonly mayRetry: boolean;
    };

interface PushToMake {
  readonly remote: string;
  /** @default none: another store has it */
  readonly lease?: Lease;
  readonly moves: readonly RefMove[];
}

/** @throws {WorkspaceError} when git is missing */
export const pushRefs = async (repository: LeaseRepository, { remote, lease, moves }: PushToMake): Promise<Pushed> => {
  const further = moveOptions(moves);
  const options = [
    '--no-verify',
    '--no-recurse-submodules',
    ...(moves.length > 0 ? ['--atomic'] : []),
    ...(lease === undefined ? [] : [`--force-with-lease=${LEASES}${lease.item}:${lease.previous ?? ''}`]),
    ...further.options,
  ];
  const refspecs = [...(lease === undefined ? [] : [`${lease.token}:${LEASES}${lease.item}`]), ...further.refspecs];
  const said = await runInLeases(repository, ['push', ...options, '--', remote, ...refspecs], {
    lend: moves.length > 0,
  });
  return 'out' in said ? { landed: true } : explain(said.refused, moves);
};

/** Git prints a line for each refused ref: ` ! [rejected] <from> -> <to> (<reason>)`. */
const REFUSED = /^ ! \[[^\]]+\]\s+\S+ -> (\S+)(?: \((.*)\))?$/gm;
const NOT_WHERE_EXPECTED = /^(?:stale info|fetch first|non-fast-forward|already exists|needs force)$/;
const AT_THE_SAME_TIME = /stale info|lock|failed to update|already exists|incorrect old value|transaction/i;

const explain = (said: string, moves: readonly RefMove[]): Pushed => {
  const lines = [...said.matchAll(REFUSED)].map(([, name = '', reason = '']) => ({ name, reason }));
  // Git shortens the names of branches and tags.
  const isOf = (ref: string, name: string): boolean =>
    ref === name || ref.replace(/^refs\/(?:heads|tags)\//, '') === name;
  const moved = moves.find(({ ref }) =>
    lines.some(({ name, reason }) => isOf(ref, name) && NOT_WHERE_EXPECTED.test(reason)),
  );
  return {
    landed: false,
    said: inOneLine(said),
    moved: moved?.ref ?? null,
    mayRetry: lines.some(({ reason }) => AT_THE_SAME_TIME.test(reason)),
  };
};

// The objects behind the refs of a remote, one an item: fetched if missing. A broken ref is named, the others are read.

export interface RefTip {
  readonly item: string;
  readonly commit: string;
}

export interface ReadTips<Found> {
  readonly found: readonly Found[];
  /** Not here yet, or something else than what is looked for. */
  readonly missing: readonly RefTip[];
  readonly broken: readonly BrokenItem[];
}

interface RefsQuestion<Found> {
  /** Ends with a slash. */
  readonly prefix: string;
  readonly what: string;
  readonly item?: string | undefined;
  readonly remote: string;
  readonly read: (tips: readonly RefTip[]) => Promise<ReadTips<Found>>;
  /** Commits that are here: what led to them is not fetched again. @default none */
  readonly known?: (item: string) => readonly string[];
}

/** A ref may be replaced between the list of the refs and the fetch. */
const MAX_READS = 6;
/** A fetch that is refused so often is not refused by chance. */
const MAX_REFUSALS = 3;
const PAUSE_MS = 200;
const NOTHING = /^0+$/;
const FETCH = ['fetch', '--quiet', '--no-write-fetch-head', '--no-tags', '--no-recurse-submodules', '--stdin'];

/** @throws {LeaseError} `refused` when the remote does not answer */
export const readRefs = async <Found>(
  repository: LeaseRepository,
  { prefix, what, item, remote, read, known = () => [] }: RefsQuestion<Found>,
): Promise<Omit<ReadTips<Found>, 'missing'>> => {
  const refuse = (said: string): LeaseError =>
    new LeaseError('refused', `Cannot read the ${what} of ${remote}: ${said}`);
  const fetched = new Set<string>();
  const refused = new Map<string, { readonly times: number; readonly said: string }>();

  const breakOf = (tip: RefTip): BrokenItem | null => {
    const place = `Cannot use ${prefix}${tip.item} of ${remote}`;
    const advice = `Compare it with a copy. If no worker has the item, delete it: git push ${remote} :${prefix}${tip.item}`;
    if (NOTHING.test(tip.commit))
      return { item: tip.item, mayPass: false, problem: `${place}: it names no object. ${advice}` };
    if (fetched.has(tip.commit))
      return { item: tip.item, mayPass: false, problem: `${place}: it has none of the ${what}. ${advice}` };
    const { times, said } = refused.get(tip.commit) ?? { times: 0, said: '' };
    return times < MAX_REFUSALS
      ? null
      : { item: tip.item, mayPass: true, problem: `${place}: it cannot be fetched (got: ${said}). ${advice}` };
  };

  /** Together, which is fast; one at a time if the remote refuses one of them. */
  const fetch = async (tips: readonly RefTip[]): Promise<void> => {
    const here = tips.flatMap((tip) => known(tip.item)).map((commit) => `--negotiation-tip=${commit}`);
    const input = tips.map((tip) => `${prefix}${tip.item}\n`).join('');
    const answer = await runInLeases(repository, [...FETCH, ...here, '--', remote], { input });
    if ('out' in answer) return tips.forEach((tip) => void fetched.add(tip.commit));
    const [tip] = tips;
    if (tip === undefined) return;
    if (tips.length > 1) {
      for (const each of tips) await fetch([each]);
      return;
    }
    const { times = 0 } = refused.get(tip.commit) ?? {};
    refused.set(tip.commit, { times: times + 1, said: inOneLine(answer.refused) });
    await wait(PAUSE_MS);
  };

  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const listed = await runInLeases(repository, ['ls-remote', '--refs', '--', remote, `${prefix}${item ?? '*'}`]);
    if ('refused' in listed)
      throw refuse(
        `git failed (got: ${inOneLine(listed.refused)}). Check the remote and your permissions there, then try again.`,
      );
    const tips = readTips(listed.out.toString('utf8'), prefix);
    const { found, missing, broken } = await read(tips.filter(({ commit }) => !NOTHING.test(commit)));
    const gone = [...tips.filter(({ commit }) => NOTHING.test(commit)), ...missing].map(
      (tip) => [tip, breakOf(tip)] as const,
    );
    const wanted = gone.flatMap(([tip, why]) => (why === null ? [tip] : []));
    if (wanted.length === 0) return { found, broken: [...broken, ...gone.flatMap(([, why]) => why ?? [])] };
    await fetch(wanted);
  }
  throw refuse('its refs change faster than they can be fetched. Try again.');
};

/** The one of a single item. @throws {LeaseError} when its ref is broken */
export const takeOne = <Found>({ found, broken }: Omit<ReadTips<Found>, 'missing'>): Found | null => {
  const [why] = broken;
  if (why !== undefined) throw new LeaseError(why.mayPass ? 'refused' : 'broken', why.problem);
  return found[0] ?? null;
};

/** Refs of other names are not of items. */
const readTips = (listed: string, prefix: string): readonly RefTip[] =>
  listed.split('\n').flatMap((line) => {
    const [commit = '', ref = ''] = line.split('\t');
    const item = ref.slice(prefix.length);
    return ref.startsWith(prefix) && isItemName(item) ? [{ item, commit }] : [];
  });
