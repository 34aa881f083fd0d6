/**
 * A model of leases in which time and tokens are plain numbers, and the commands that drive it beside a real store:
 * several claimants with clocks of their own, which jump; crashes; holders that were paused and write with an old lease;
 * and two changes at the same time.
 */
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Lease, LeaseAnswer } from '../../../src/queue/leases/lease.ts';
import { type AnyStore, EPOCH, leasesOf, type SharedStore } from './a-store.ts';

const WORKERS = ['w1', 'w2', 'w3'] as const;
const ITEMS = ['a1', 'a2'] as const;
const TTL = 1000;
/** A time that a released item waits for. */
const REST = 5 * TTL;

type Worker = (typeof WORKERS)[number];
type Item = (typeof ITEMS)[number];

/** The last lease of an item: its position among all that were granted, from 0. */
interface Current {
  readonly at: number;
  readonly turn: number;
  readonly holder: Worker;
  readonly until: number;
  readonly state: Lease['state'];
}
type Leases = Readonly<Partial<Record<Item, Current>>>;
interface Model {
  leases: Leases;
  readonly clocks: Record<Worker, number>;
}

interface Real {
  readonly shared: SharedStore;
  readonly stores: Record<Worker, AnyStore>;
  readonly clocks: Record<Worker, number>;
  /** Every lease that the store ever granted, in order. */
  readonly granted: Record<Item, Lease[]>;
  /** How often each kind of answer was seen. */
  readonly seen: Map<string, number>;
}

type Verb = 'claim' | 'renew' | 'release' | 'rest';
/** `age`: how many granted leases of the item are newer than the one of the write. */
interface Change {
  readonly verb: Verb;
  readonly item: Item;
  readonly worker: Worker;
  readonly age: number;
}
/** A change with the lease that its holder has; `at` is -1 for a claim. */
interface Planned extends Change {
  readonly at: number;
}

/** The rules in a few lines, apart from those of the sources. */
const step = (leases: Leases, { verb, item, worker, at }: Planned, now: number): Leases | null => {
  const current = leases[item];
  const isHeld = current?.state === 'held' && now < current.until;
  const put = (next: Current): Leases => ({ ...leases, [item]: next });
  if (verb === 'claim') {
    const isFree = current?.state === 'released' || now >= (current?.until ?? now);
    if (!isFree) return null;
    const turn = (current?.turn ?? 0) + 1;
    return put({ at: (current?.at ?? -1) + 1, turn, holder: worker, until: now + TTL, state: 'held' });
  }
  if (current === undefined || current.at !== at || !isHeld) return null;
  const next = { ...current, at: at + 1 };
  if (verb === 'renew') return put({ ...next, until: now + TTL });
  if (verb === 'rest') return put({ ...next, until: REST, state: 'waits' });
  return put({ ...next, state: 'released' });
};

const plan = (change: Change, { granted }: Real): Planned | null => {
  if (change.verb === 'claim') return { ...change, at: -1 };
  const leases = granted[change.item];
  const at = leases.length - 1 - Math.min(change.age, leases.length - 1);
  const holder = WORKERS.find((worker) => worker === leases[at]?.holder);
  return holder === undefined ? null : { ...change, at, worker: holder };
};

const carryOut = ({ verb, item, worker, at }: Planned, { stores, granted }: Real): Promise<LeaseAnswer> => {
  const store = stores[worker];
  if (verb === 'claim') return store.claim(item, worker, TTL);
  const lease = granted[item][at] as Lease;
  if (verb === 'renew') return store.renew(lease, TTL);
  if (verb === 'rest') return store.release(lease, undefined, new Date(EPOCH + REST).toISOString());
  return store.release(lease);
};

/** Carries out all changes at once. The answers must be those of the model in one of the possible orders. */
const perform = async (changes: readonly Change[], model: Model, real: Real): Promise<void> => {
  const planned = changes.flatMap((change) => plan(change, real) ?? []);
  const answers = await Promise.all(planned.map((each) => carryOut(each, real)));
  for (const answer of answers) count(real.seen, answer.granted ? 'granted' : answer.why);
  const orders =
    planned.length === 2
      ? [
          [0, 1],
          [1, 0],
        ]
      : [planned.map((_, n) => n)];
  const explained = orders.flatMap((order) => {
    let leases = model.leases;
    for (const n of order) {
      const each = planned[n] as Planned;
      const next = step(leases, each, model.clocks[each.worker]);
      if ((next !== null) !== answers[n]?.granted) return [];
      leases = next ?? leases;
    }
    return [{ leases, order }];
  });
  const [first] = explained;
  const told = planned.map((each, n) => `${show(each)} was ${answers[n]?.granted ? 'granted' : 'refused'}`);
  if (first === undefined) throw new Error(`the rules do not allow it: ${told.join(', and ')}`);
  model.leases = first.leases;
  for (const n of first.order) {
    const answer = answers[n];
    if (answer?.granted !== true) continue;
    const known = real.granted[answer.lease.item as Item];
    if (known.every(({ token }) => token !== answer.lease.token)) known.push(answer.lease);
  }
};

const count = (seen: Map<string, number>, what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);

const show = ({ verb, item, worker, age }: Change): string =>
  verb === 'claim' ? `claim ${item} by ${worker}` : `${verb} ${item} with the lease ${age} before the last`;

type Command = fc.AsyncCommand<Model, Real>;

const changing = (changes: readonly Change[]): Command => ({
  check: () => true,
  run: (model, real) => perform(changes, model, real),
  toString: () => changes.map(show).join(' | '),
});

/** A clock that jumps, also backwards; `null`: time passes for all. */
const jumping = (whose: Worker | null, ms: number): Command => ({
  check: () => true,
  run: async (model, real) => {
    for (const worker of whose === null || real.shared.hasClock ? WORKERS : [whose]) {
      model.clocks[worker] += ms;
      real.clocks[worker] += ms;
    }
  },
  toString: () => `${whose ?? 'all'} ${ms} ms`,
});

/** The process of a worker ends and starts again; its leases are held until their time. */
const crashing = (worker: Worker): Command => ({
  check: () => true,
  run: async (_, real) => {
    real.stores[worker] = openStore(real, worker);
  },
  toString: () => `crash ${worker}`,
});

const openStore = ({ shared, clocks }: Pick<Real, 'shared' | 'clocks'>, worker: Worker): AnyStore =>
  shared.open(worker, () => new Date(EPOCH + clocks[worker]));

const worker = fc.constantFrom(...WORKERS);
const change = fc.record({
  verb: fc.constantFrom<Verb>('claim', 'claim', 'claim', 'renew', 'renew', 'renew', 'release', 'rest'),
  // Most commands are about one item, so that claimants meet.
  item: fc.constantFrom<Item>('a1', 'a1', 'a1', 'a2'),
  worker,
  age: fc.constantFrom(0, 0, 0, 1, 2, 5),
});

export const leaseCommands = (maxCommands: number) =>
  fc.commands<Model, Real, false>(
    [
      change.map((one) => changing([one])),
      change.map((one) => changing([one])),
      fc
        .tuple(change, change)
        .filter(([one, other]) => one.item === other.item)
        .map(changing),
      fc
        .tuple(fc.constantFrom(null, ...WORKERS), fc.constantFrom(1, TTL / 2, TTL, 3 * TTL, -TTL))
        .map((args) => jumping(...args)),
      worker.map(crashing),
    ],
    { maxCommands, size: 'max' },
  );

/** Runs the commands on a new store; then no more than one of all leases ever granted can write. */
export const runModel = async (
  commands: Iterable<Command>,
  makeStore: () => Promise<SharedStore>,
  seen = new Map<string, number>(),
): Promise<void> => {
  const shared = await makeStore();
  const clocks = { w1: 0, w2: 0, w3: 0 };
  const open = (each: Worker) => openStore({ shared, clocks }, each);
  const stores = { w1: open('w1'), w2: open('w2'), w3: open('w3') };
  const real: Real = { shared, clocks, stores, granted: { a1: [], a2: [] }, seen };
  const model: Model = { leases: {}, clocks: { ...clocks } };
  try {
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await expectOneWriter(model, real);
  } finally {
    shared.remove();
  }
};

const expectOneWriter = async ({ leases }: Model, { shared, granted }: Real): Promise<void> => {
  const time = { ms: 0 };
  const store = shared.open('w1', () => new Date(time.ms));
  const found = (await leasesOf(store)).map(({ item, turn, holder, until, state }) => ({
    item,
    turn,
    holder,
    until,
    state,
  }));
  expect(found).toEqual(
    ITEMS.flatMap((item) => {
      const current = leases[item];
      if (current === undefined) return [];
      const { turn, holder, until, state } = current;
      return [{ item, turn, holder, until: new Date(EPOCH + until).toISOString(), state }];
    }),
  );
  for (const item of ITEMS) {
    const writers: number[] = [];
    for (const [at, lease] of granted[item].entries()) {
      // By the clock of its holder no lease is late: only the token can refuse it.
      time.ms = Date.parse(lease.until) - 1;
      if ((await store.release(lease)).granted) writers.push(at);
    }
    const current = leases[item];
    expect(writers, `leases of ${item} that can write`).toEqual(current?.state === 'held' ? [current.at] : []);
  }
};
