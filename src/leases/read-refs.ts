/**
 * The objects behind the refs of a remote, one for each item: lists the refs, and fetches what is not here yet. One broken ref is named,
 * and the others are read.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isItemName } from './lease.ts';
import { LeaseError } from './lease-error.ts';
import { inOneLine, type LeaseRepository, runInLeases } from './lease-repository.ts';
import type { BrokenItem } from './lease-store.ts';

export interface RefTip {
  readonly item: string;
  /** The object that the ref names. */
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
  /** The word for them in messages: `leases`. */
  readonly what: string;
  /** @default all */
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
