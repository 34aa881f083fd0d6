/**
 * The cost of a decision for many items at once: in this process (decide, append and sync, chart), and on a real Restate
 * server as well, where the worker reports it and the engine decides again. The agents take no time.
 * `DUALGATE_RESTATE=FOLDER npx vitest bench --run test/bench/fleet`
 *
 * @module
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initialTransition, transition } from 'xstate';
import { bench, describe } from 'vitest';
import { compileGates, decide } from '../../gates/index.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { createLedger, type Ledger } from '../../src/ledger/ledger.ts';
import type { Lease } from '../../src/leases/lease.ts';
import { createFleetClient, type FleetClient } from '../../src/restate/client/fleet-client.ts';
import { createIngress } from '../../src/restate/client/ingress.ts';
import { hashGates } from '../../src/restate/hash-gates.ts';
import { createFleet } from '../../src/restate/serve-fleet.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aServer, hasRestate, type RestateServer } from '../restate/a-server.ts';
import { serveObjects } from '../restate/serve-objects.ts';

const config = { phases: DEFAULT_PHASES };
const [red] = compileGates(config);
const machine = createTddMachine(config).provide(bindGates(config));
const HELD = anIteration('RED', { tests_failing: 5, tests_passing: 1 });
const OPTIONS = { iterations: 5, time: 0, warmupIterations: 0, warmupTime: 0 };
const COUNTS = [10, 100] as const;

/** One item: a ledger on the disk, and its lease where there is an engine. */
interface BenchItem {
  readonly ledger: Ledger;
  lease: Lease | null;
  seq: number;
}

interface Bench {
  readonly items: readonly BenchItem[];
  readonly client: FleetClient | null;
  readonly server: RestateServer | null;
  readonly remove: () => Promise<void>;
}

const open = async (count: number, isOnEngine: boolean): Promise<Bench> => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
  const server = isOnEngine ? await aServer(home) : null;
  const objects = server === null ? null : await serveObjects(server, [...(await createFleet({ config }))]);
  const client = server === null ? null : createFleetClient(createIngress(server.ingress));
  const items = Array.from({ length: count }, (_, n): BenchItem => {
    const ledger = createLedger(join(home, `${n}.jsonl`), { now: () => new Date() });
    return { ledger, lease: null, seq: 0 };
  });
  const [repository, commit, gates] = ['/project', 'a'.repeat(40), hashGates(config)];
  for (const [n, item] of items.entries()) {
    if (client === null) break;
    await client.submit({ item: `item-${n}`, repository, commit, config: 'dualgate.yaml', spec: null, gates });
    for (
      let answer = await client.claim(`item-${n}`, 'bench');
      item.lease === null;
      answer = await client.claim(`item-${n}`, 'bench')
    )
      if (answer.granted) item.lease = answer.lease;
  }
  const remove = async (): Promise<void> => {
    for (const { ledger } of items) ledger.close();
    await objects?.[Symbol.asyncDispose]();
    await server?.kill();
    rmSync(home, { recursive: true, force: true });
  };
  return { items, client, server, remove };
};

/** Decides one iteration of an item. @returns milliseconds */
const decideOne = async ({ client }: Bench, item: BenchItem): Promise<number> => {
  const started = performance.now();
  if (red === undefined) throw new Error('no phase');
  const decision = decide(red, HELD);
  const { seq } = item.ledger.append('iteration.decided', { record: HELD, decision });
  transition(machine, initialTransition(machine)[0], { type: 'ITERATION', record: HELD });
  if (client !== null && item.lease !== null) {
    const events = [{ seq, event: { type: 'ITERATION', record: HELD }, can_exit: decision.can_exit }] as const;
    const report = { run: 'run', folder: '/', site: 'here', events, course: { state: 'active' } } as const;
    const answer = await client.report(item.lease, report);
    if (answer.lease === null) throw new Error(answer.why ?? 'refused');
    item.lease = answer.lease;
  }
  return performance.now() - started;
};

const percentile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);

const places = [
  { name: 'in process', isOnEngine: false },
  ...(hasRestate ? [{ name: 'on Restate', isOnEngine: true }] : []),
];

describe.each(COUNTS)('a decision of each of %i items', (count) => {
  for (const { name, isOnEngine } of places) {
    let opened: Bench | null = null;
    let times: number[] = [];
    let wholeMs = 0;
    bench(
      `${count} items, ${name}`,
      async () => {
        const now = opened;
        if (now === null) return;
        const started = performance.now();
        times.push(...(await Promise.all(now.items.map((item) => decideOne(now, item)))));
        wholeMs += performance.now() - started;
      },
      {
        ...OPTIONS,
        setup: async (_task, mode) => {
          if (mode === 'run') opened = await open(count, isOnEngine);
        },
        teardown: async (_task, mode) => {
          if (mode !== 'run' || opened === null) return;
          const sorted = times.toSorted((a, b) => a - b);
          const perSecond = Math.round((times.length / wholeMs) * 1_000);
          const memory = Math.round(process.memoryUsage().rss / 1_048_576);
          const server =
            opened.server === null
              ? ''
              : `, server ${opened.server.memory()} MB, on disk ${Math.round(opened.server.stored() / 1_048_576)} MB`;
          console.log(
            `${count} items, ${name}: ${perSecond} decisions/s, p50 ${percentile(sorted, 0.5)} ms, p95 ${percentile(sorted, 0.95)} ms, this process ${memory} MB${server}`,
          );
          times = [];
          await opened.remove();
        },
      },
    );
  }
});
