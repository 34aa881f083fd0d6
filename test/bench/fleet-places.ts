/**
 * Items of a fleet whose agents take no time, in the three places that can keep them: this process, the refs of a bare
 * remote, and a real Restate server. A decision is the same in each: decide, append and sync, chart; then the place is told.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialTransition, transition } from 'xstate';
import { compileGates, decide } from '../../gates/index.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { createLedger, type Ledger } from '../../src/ledger/ledger.ts';
import { decideLease, type Lease } from '../../src/queue/leases/lease.ts';
import { writeLeaseCommit, createRefLeases } from '../../src/queue/leases/ref-leases.ts';
import type { LeaseRepository } from '../../src/queue/leases/lease-repository.ts';
import { LEASES } from '../../src/queue/leases/remote-refs.ts';
import { createEngineLeases, createIngress, createWitness } from '../../src/queue/restate/engine-leases.ts';
import { hashGates, type ReportedEvent } from '../../src/queue/restate/lease.object.ts';
import { createFleet } from '../../src/queue/restate/serve-fleet.ts';
import { createItems } from '../../src/queue/items/create-items.ts';
import { createRefLedgers } from '../../src/queue/items/open-items.ts';
import { decideAdd, decideRenewal } from '../../src/queue/items/decide-item.ts';
import { extendItemLedger } from '../../src/queue/items/ledgers/item-ledger.ts';
import { LEDGERS, writeLedgerCommit } from '../../src/queue/items/ledgers/item-refs.ts';
import type { ItemDraft } from '../../src/queue/items/item-record.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { runGitFor } from '../queue/leases/a-store.ts';
import { aServer } from '../queue/restate/a-server.ts';
import { serveObjects } from '../queue/restate/serve-objects.ts';

/** Workers that are busy at once. */
export const AT_ONCE = 8;

const config = { phases: DEFAULT_PHASES };
const [red] = compileGates(config);
const machine = createTddMachine(config).provide(bindGates(config));
const HELD = anIteration('RED', { tests_failing: 5, tests_passing: 1 });

/** Items that exist, and some of them with a worker. */
export interface Place {
  /** Decides one iteration of an item. @param n - of an item with a worker */
  readonly decide: (n: number) => Promise<void>;
  /** The time that a server has used its cores, in milliseconds. */
  readonly busyMs: () => number;
  /** Memory and disk beside this process. */
  readonly describe: () => string;
  readonly remove: () => Promise<void>;
}

interface Wanted {
  readonly items: number;
  /** Of these items, so many have a worker and a ledger of a run. */
  readonly working: number;
}

/** Carries out `act` for 0 to `count` - 1, a few at once. */
export const forEach = async (count: number, act: (n: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) await act(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
};

const makeFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));

/** The ledgers of the runs. */
const openRuns = (folder: string, { working }: Wanted) => {
  const ledgers = Array.from(
    { length: working },
    (_, n): Ledger => createLedger(join(folder, `${n}.jsonl`), { now: () => new Date() }),
  );
  const decideOn = (n: number): ReportedEvent => {
    const ledger = ledgers[n];
    if (red === undefined || ledger === undefined) throw new Error(`no run ${n}`);
    const decision = decide(red, HELD);
    const { seq } = ledger.append('iteration.decided', { record: HELD, decision });
    const event = { type: 'ITERATION', record: HELD } as const;
    transition(machine, initialTransition(machine)[0], event);
    return { seq, event, can_exit: decision.can_exit };
  };
  const close = (): void => {
    for (const ledger of ledgers) ledger.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { decideOn, close };
};

export const inProcess = async (wanted: Wanted): Promise<Place> => {
  const { decideOn, close } = openRuns(makeFolder(), wanted);
  return {
    decide: async (n) => void decideOn(n),
    busyMs: () => 0,
    describe: () => '',
    remove: async () => close(),
  };
};

/** Longer than it takes to make 1,000 items. */
const TTL_MS = 3_600_000;
const nameOf = (n: number): string => `item-${n}`;

/** Each decision renews the lease of its item and moves its ledger, in one push: more than a worker does. */
export const overRefs = async (wanted: Wanted): Promise<Place> => {
  const home = makeFolder();
  const remote = join(home, 'hub.git');
  runGitFor(home, 'init', '--quiet', '--bare', remote);
  const now = (): Date => new Date();
  const env = { GIT_CONFIG_GLOBAL: '/dev/null', HOME: home, XDG_STATE_HOME: join(home, 'state') };
  const repository: LeaseRepository = { folder: join(home, 'refs.git'), format: 'sha1', objects: null, env };
  const store = createItems({
    leases: createRefLeases({ repository, remote, now }),
    ledgers: createRefLedgers({ repository, remote, env, now }),
    now,
  });
  await store.list();
  const refs: string[] = [];
  await forEach(wanted.working, async (n) => void refs.push(...(await draftItem(repository, nameOf(n), now))));
  runGitFor(repository.folder, '--git-dir=.', 'push', '--quiet', remote, ...refs);
  // The others only have to be there: each push and each list shows every ref.
  const others = Array.from({ length: wanted.items - wanted.working }, (_, n) => nameOf(wanted.working + n));
  for (const item of others)
    for (const refspec of refs.slice(0, 2)) {
      const [commit = '', ref = ''] = refspec.split(':');
      mkdirSync(join(remote, ref, '..'), { recursive: true });
      writeFileSync(join(remote, ref, '..', item), `${commit}\n`);
    }
  const { decideOn, close } = openRuns(home, wanted);
  return {
    decide: async (n) => {
      decideOn(n);
      const item = nameOf(n);
      const answer = await store.change({ item, session: item, decide: decideRenewal(item, item), ttlMs: TTL_MS });
      if (!answer.ok) throw new Error(answer.message);
    },
    busyMs: () => 0,
    describe: () => `remote ${runGitFor(remote, 'count-objects', '--human-readable').replace(/^.*objects, /, '')}`,
    remove: async () => close(),
  };
};

/** An item in IMPLEMENTATION and its lease, as `add` and `claim` make them. @returns a refspec for each ref */
const draftItem = async (
  repository: LeaseRepository,
  item: string,
  now: () => Date,
): Promise<[ledger: string, lease: string]> => {
  const claim = decideLease(null, { do: 'claim', item, holder: item, ttlMs: TTL_MS }, now());
  const added = decideAdd({ item, title: null, spec: null, spec_hash: null, base: null, by: 'ann', isDraft: false });
  const add = added(null);
  if (!('next' in claim) || !add.ok) throw new Error('refused');
  const lease = await writeLeaseCommit(repository, claim.next, now());
  const { turn, until } = lease;
  const claimed: ItemDraft = { type: 'item.claimed', data: { session: item, turn, until } };
  const { bytes } = extendItemLedger(null, [...add.write(null), claimed], now());
  const commit = await writeLedgerCommit(repository, { item, bytes, previous: null, now: now() });
  return [`${commit}:${LEDGERS}${item}`, `${lease.token}:${LEASES}${item}`];
};

/** Each decision is reported, and the engine decides it again; and the lease of its item is renewed there. */
export const onRestate = async (wanted: Wanted): Promise<Place> => {
  const home = makeFolder();
  const server = await aServer(home);
  const objects = await serveObjects(server, [...(await createFleet({ config }))]);
  const ingress = createIngress(server.ingress);
  const repository: LeaseRepository = { folder: join(home, 'refs.git'), format: 'sha1', objects: null, env: {} };
  const store = createEngineLeases({ ingress, gates: hashGates(config), repository, remote: join(home, 'hub.git') });
  const empty = server.memory();
  const leases: Lease[] = [];
  await forEach(wanted.items, async (n) => {
    const answer = await store.change({ do: 'claim', item: nameOf(n), holder: 'bench', ttlMs: TTL_MS });
    if (answer.granted) leases[n] = answer.lease;
  });
  const { decideOn, close } = openRuns(home, wanted);
  return {
    decide: async (n) => {
      const lease = leases[n];
      if (lease === undefined) throw new Error(`no lease ${n}`);
      const why = await createWitness(ingress, nameOf(n)).report({ events: [decideOn(n)], end: null });
      const answer = await store.change({ do: 'renew', lease, ttlMs: TTL_MS });
      if (why !== null || !answer.granted) throw new Error(why ?? 'refused');
      leases[n] = answer.lease;
    },
    busyMs: server.busyMs,
    describe: () => {
      const [memory, disk] = [server.memory(), Math.round(server.stored() / 1_048_576)];
      const each = Math.round(((memory - empty) * 1_024) / wanted.items);
      return `server ${memory} MB (${each} KB an item over ${empty} MB), disk ${disk} MB`;
    },
    remove: async () => {
      await objects[Symbol.asyncDispose]();
      await server.kill();
      close();
    },
  };
};
