import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { createEngineLeases, createIngress, createWitness } from '../../../src/queue/restate/engine-leases.ts';
import { hashGates, type ReportedEvent } from '../../../src/queue/restate/lease.object.ts';
import { createFleet } from '../../../src/queue/restate/serve-fleet.ts';
import { test } from '../../end-to-end/a-home.ts';
import { anIteration } from '../../gates/an-iteration.ts';
import { aServer, hasRestate } from './a-server.ts';
import { serveObjects } from './serve-objects.ts';

const config = { phases: DEFAULT_PHASES };
const HELD = anIteration('RED', { tests_failing: 5, tests_passing: 1 });
const decided = (seq: number, record: ReturnType<typeof anIteration>, can_exit: boolean): ReportedEvent => ({
  seq,
  event: { type: 'ITERATION', record },
  can_exit,
});

describe.skipIf(!hasRestate)('the witness of a session, on a real Restate server (needs DUALGATE_RESTATE)', () => {
  test('decides each record again, once, and names the first decision that it would not make', async ({ home }) => {
    await using server = await aServer(home);
    await using _endpoint = await serveObjects(server, [...(await createFleet({ config }))]);
    const ingress = createIngress(server.ingress);
    const ann = createWitness(ingress, 'ann/1');

    const red = [decided(1, HELD, false), decided(2, anIteration('RED'), true)];
    expect(await ann.report({ events: red.slice(0, 1), end: null })).toBeNull();
    // Reported twice, a record counts once.
    expect(await ann.report({ events: red, end: null })).toBeNull();
    expect(await ann.report({ events: red, end: null })).toBeNull();
    // The work goes back to the exit of RED, and its next iteration is one of GREEN.
    const green = decided(4, anIteration('GREEN'), true);
    expect(await ann.report({ events: [green, { seq: 6, rolled_back_to: 'RED' }], end: null })).toBeNull();
    expect(await ann.report({ events: [decided(7, anIteration('GREEN'), true)], end: null })).toBeNull();
    expect(await ann.report({ events: [], end: 'stuck' })).toBeNull();

    // Another machine lost a decision, and makes it again: its session begins with the ledger that it has.
    const ben = createWitness(ingress, 'ben/1');
    expect(await ben.report({ events: [...red, decided(4, anIteration('GREEN'), true)], end: null })).toBeNull();

    // A worker whose gates were bent exits where the engine holds; nothing that it says later is believed.
    const eve = createWitness(ingress, 'eve/1');
    const why =
      'The worker and the engine decided RED, iteration 1 differently: the worker exited the phase, the engine held it.';
    expect(await eve.report({ events: [decided(1, HELD, true)], end: null })).toBe(why);
    expect(await eve.report({ events: [decided(2, anIteration('RED'), true)], end: 'completed' })).toBe(why);
    // An end that the chart has not reached.
    expect(await createWitness(ingress, 'dan/1').report({ events: red, end: 'completed' })).toBe(
      'The worker says completed, but the chart of the engine is in {"working":"green"}.',
    );
  });
});

describe.skipIf(!hasRestate)('leases on a real Restate server (needs DUALGATE_RESTATE)', () => {
  test('of many items cost the same for the last one as for the first, and are claimed once each', async ({ home }) => {
    await using server = await aServer(home);
    let sent = 0;
    const fleet = [...(await createFleet({ config }))];
    await using _endpoint = await serveObjects(server, fleet, (count) => (sent += count));
    const [ITEMS, PART, TTL] = [48, 8, 60_000];
    const repository = { folder: join(home, 'refs.git'), format: 'sha1', objects: null, env: {} } as const;
    const open = (gates: string) =>
      createEngineLeases({ ingress: createIngress(server.ingress), gates, repository, remote: join(home, 'hub.git') });
    const store = open(hashGates(config));
    const parts: number[] = [];
    const names = Array.from({ length: ITEMS }, (_, n) => `item-${n}`);
    for (const [n, item] of names.entries()) {
      if (n % PART === 0) parts.push(sent);
      const both = await Promise.all(
        ['one', 'two'].map((holder) => store.change({ do: 'claim', item, holder, ttlMs: TTL })),
      );
      expect(both.filter(({ granted }) => granted)).toHaveLength(1);
    }
    const costs = parts.slice(1).map((end, n) => end - (parts[n] ?? 0));
    expect(costs.at(-1)).toBeLessThan(1.5 * (costs[1] ?? 0));
    expect((await store.list()).found.map(({ item }) => item)).toEqual(names.toSorted());
    await expect(
      open('0'.repeat(64)).change({ do: 'claim', item: 'other', holder: 'eve', ttlMs: TTL }),
    ).rejects.toMatchObject({
      name: 'FleetError',
      message:
        'Cannot claim other: its config has other gates than the service. Start dualgate serve with this config.',
    });
  });
});
