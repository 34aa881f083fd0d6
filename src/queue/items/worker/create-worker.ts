/** A worker: works on free items one by one until none is left. It waits while others are held: a session may die. */
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, findSessionProblem } from '../../../project/config/config.ts';
import { RunError } from '../../../records/run-error.ts';
import { EVENTS_VERSION, type RunEvent } from '../../../records/run-events.ts';
import type { Run } from '../../../run/create-run.ts';
import { newRunId } from '../../../run/open-run.ts';
import type { Ended } from '../../../run/end-run.ts';
import { describeFlag, FLAG, isExitProtocolEnabled } from '../../../signals/systems/apm2/parse-exit-signal.ts';
import type { ListEvent } from '../../list/list-events.ts';
import { branchWord } from '../../../commits/branch.ts';
import type { BrokenItem } from '../../leases/lease.ts';
import { isOfItem } from '../create-items.ts';
import { decideClaim, newSessionSecret } from '../decide-item.ts';
import type { ItemReading } from '../item-store.ts';
import type { OpenedItems } from '../open-items.ts';
import { isAway, isRefusal, patiently } from './keep-lease.ts';
import { workOnItem } from './work-on-item.ts';
import type { WorkedOn, WorkerContext } from './worker-context.ts';

interface WorkerOptions {
  readonly config: Config;
  readonly items: OpenedItems;
  readonly name: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ttlMs: number;
  readonly once: boolean;
  /** Waits while other sessions hold items, or items wait for a time. */
  readonly waits: boolean;
  /** Waits for new items, too, until it is interrupted. @default false */
  readonly stays?: boolean;
  readonly onEvent: (event: RunEvent | ListEvent) => void;
  readonly now?: () => Date;
}

type Worker = Pick<Run, 'interrupt'> & { readonly ended: Promise<Ended> };

/** @throws {RunError} when runs make no commits, their turns are not started, or exit signals are off */
export const createWorker = (options: WorkerOptions): Worker => {
  const { config, items, name, env, ttlMs, onEvent, now = () => new Date() } = options;
  if (!isExitProtocolEnabled(env))
    throw new RunError(
      `Cannot start a worker: exit signals are off, since ${describeFlag(env)}. Set ${FLAG}=true, so that its exits move work items.`,
    );
  if (!config.commits)
    throw new RunError(
      'Cannot start a worker: its results are commits, and the config has commits: false. Set commits: true.',
    );
  const problem = findSessionProblem(config.agent);
  if (problem !== null) throw new RunError(`Cannot start a worker: ${problem}.`);
  const stop = new AbortController();
  let going: Pick<Run, 'interrupt'> | null = null;
  const notice = (text: string) =>
    onEvent({ v: EVENTS_VERSION, at: now().toISOString(), run: name, type: 'list.notice', text });
  // A remote that was not reached for so long has another name, or refuses this machine.
  let isReached = false;
  const longest = () => (isReached ? config.limits.minutes * 60_000 : FIRST_MS);
  const patience = { leftMs: (waited: number) => longest() - waited, notice, signal: stop.signal };
  const context: WorkerContext = {
    config,
    items,
    name,
    secret: newSessionSecret(),
    env,
    ttlMs,
    now,
    notice,
    onEvent,
    ask: async (call) => {
      const answer = await patiently(call, patience);
      isReached = true;
      return answer;
    },
    onRun: (run) => {
      going = run;
      if (stop.signal.aborted) going?.interrupt();
    },
    signal: stop.signal,
  };
  return {
    ended: work(context, options),
    interrupt: () => {
      stop.abort();
      going?.interrupt();
    },
  };
};

const FIRST_MS = 120_000;
const POLL_MS = 2_000;
/** A worker that cannot renew the lease of an item in time leaves it to others. */
const MAX_LOST = 3;

const work = async (context: WorkerContext, { once, waits, stays = false }: WorkerOptions): Promise<Ended> => {
  const { items, signal, notice, ttlMs, ask } = context;
  const broken = watchBroken(notice);
  // Those that it gave back, or that the remote refuses: another worker may be able to work on them.
  const left = new Set<string>();
  let refused = 0;
  const lost: string[] = [];
  const counts = { completed: 0, returned: 0, blocked: 0, left: 0, waits: 0, lost: 0, away: 0 } satisfies Record<
    WorkedOn,
    number
  >;
  for (;;) {
    if (signal.aborted) break;
    const found = await ask(items.store.list).catch(unlessEnding(signal));
    if (found === null) break;
    broken.see(found.broken);
    const open = found.items.filter((each) => canWorkOn(context, each) && !left.has(each.state.item));
    const session = `${context.name}/${newRunId(context.now())}`;
    const onRefused = (item: string, problem: string): void => {
      notice(`${item} is passed over. ${problem}`);
      left.add(item);
      refused += 1;
    };
    const free = open.filter(({ lease, waitsUntil }) => lease === null && waitsUntil === null);
    const busy = new Set(found.items.flatMap((each) => (each.lease === null ? [] : wordsOf(each))));
    const claimed = await claimOne(context, { free, busy, session, onRefused });
    if (claimed !== null) {
      const how = await workOnItem(context, claimed, session);
      counts[how] += 1;
      if (how === 'lost') lost.push(claimed.state.item);
      const isTooSlow = lost.filter((item) => item === claimed.state.item).length >= MAX_LOST;
      if (how === 'left' || isTooSlow) left.add(claimed.state.item);
      if (once) break;
    } else if (!stays && (open.length === 0 || !waits) && !broken.mayPass()) break;
    else await wait(Math.min(POLL_MS, ttlMs), undefined, { signal }).catch(() => {});
  }
  const { completed, returned, blocked, left: given } = counts;
  const why = [
    `${completed} completed, ${blocked} blocked, ${given} given back, ${lost.length} lost to another session`,
    ...(counts.waits > 0 ? [`${counts.waits} waiting for a time`] : []),
    ...(returned > 0 ? [`${returned} refused by CI`] : []),
    ...(counts.away > 0 ? [`${counts.away} given up while the remote was away`] : []),
    ...(broken.count() > 0 ? [`${broken.count()} broken, as named above`] : []),
    ...(refused > 0 ? [`${refused} refused by the remote, as named above`] : []),
  ].join(', ');
  notice(`The worker ${context.name} ends: ${why}`);
  if (signal.aborted) return { status: 'interrupted', why, exit_code: 3 };
  return blocked + broken.count() + refused > 0
    ? { status: 'needs_human', why, exit_code: 4 }
    : { status: 'completed', why, exit_code: 0 };
};

/** An interrupt also ends the waiting for a remote: that is no failure. */
const unlessEnding =
  (signal: AbortSignal) =>
  (error: unknown): null => {
    if (!signal.aborted || !isAway(error)) throw error;
    return null;
  };

/** Looks at a broken item that its remote may give later. */
const MOST_LOOKS = 3;

const watchBroken = (notice: WorkerContext['notice']) => {
  let known = new Map<string, BrokenItem & { readonly looks: number }>();
  return {
    see: (broken: readonly BrokenItem[]): void => {
      for (const { item, problem } of broken)
        if (known.get(item)?.problem !== problem) notice(`${item} is passed over. ${problem}`);
      known = new Map(broken.map((each) => [each.item, { ...each, looks: (known.get(each.item)?.looks ?? 0) + 1 }]));
    },
    count: () => known.size,
    mayPass: () => [...known.values()].some(({ mayPass, looks }) => mayPass && looks < MOST_LOOKS),
  };
};

const canWorkOn = ({ config }: WorkerContext, { state }: ItemReading): boolean => {
  if (state.phase === 'IMPLEMENTATION') return state.spec !== null;
  return state.phase === 'CI_PENDING' && config.work_items.ci !== null && state.result !== null;
};

/** Two runs at the same time must not want the same name for their branches. */
const wordsOf = ({ state: { phase, spec } }: ItemReading): readonly string[] =>
  phase === 'IMPLEMENTATION' && spec !== null ? [branchWord(spec)] : [];

/** The first that no other session is faster to claim. */
const claimOne = async (
  { items: { store }, ttlMs, secret, ask, signal }: WorkerContext,
  {
    free,
    busy,
    session,
    onRefused,
  }: {
    readonly free: readonly ItemReading[];
    readonly busy: Set<string>;
    readonly session: string;
    readonly onRefused: (item: string, problem: string) => void;
  },
): Promise<ItemReading | null> => {
  for (const each of free) {
    const { item } = each.state;
    if (wordsOf(each).some((word) => busy.has(word))) continue;
    try {
      const answer = await ask(() =>
        store.change({ item, session, decide: decideClaim(item, session, secret), ttlMs }),
      );
      if (answer.ok) return answer.reading;
      for (const word of wordsOf(each)) busy.add(word);
    } catch (error) {
      // A killed git leaves a lock on one ref there, and the others can be worked on.
      if (isAway(error) && isRefusal(error) && !signal.aborted) onRefused(item, error.message);
      // The next look names it.
      else if (!isOfItem(error)) unlessEnding(signal)(error);
    }
  }
  return null;
};
