import { describe, expect } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { createFleetClient, type FleetClient } from '../../src/restate/client/fleet-client.ts';
import { createIngress } from '../../src/restate/client/ingress.ts';
import { hashGates } from '../../src/restate/hash-gates.ts';
import { createFleet } from '../../src/restate/serve-fleet.ts';
import { test } from '../end-to-end/a-home.ts';
import { aServer, hasRestate } from './a-server.ts';
import { serveObjects } from './serve-objects.ts';

const config = { phases: DEFAULT_PHASES };
const ITEMS = 48;
const PART = 8;

/** An item offers itself soon after its submission. */
const takeNext = async (client: FleetClient): Promise<string> => {
  for (;;) {
    const item = await client.take('here');
    if (item !== null) return item;
  }
};

describe.skipIf(!hasRestate)('many items on a real Restate server (needs DUALGATE_RESTATE)', () => {
  test('are offered once each, in order, and the last ones cost no more than the first', async ({ home }) => {
    await using server = await aServer(home);
    let sent = 0;
    const fleet = [...(await createFleet({ config }))];
    await using _endpoint = await serveObjects(server, fleet, (count) => (sent += count));
    const client = createFleetClient(createIngress(server.ingress));
    const work = { repository: '/project', commit: 'a'.repeat(40), config: 'dualgate.yaml', spec: null };
    const names = Array.from({ length: ITEMS }, (_, n) => `item-${n}`);
    const parts: number[] = [];
    const taken: string[] = [];
    for (const [n, item] of names.entries()) {
      if (n % PART === 0) parts.push(sent);
      await client.submit({ ...work, item, gates: hashGates(config) });
      if (n < PART) taken.push(await takeNext(client));
    }
    const costs = parts.slice(1).map((end, n) => end - (parts[n] ?? 0));
    expect(costs.at(-1)).toBeLessThan(1.5 * (costs[1] ?? 0));
    while (taken.length < ITEMS) taken.push(await takeNext(client));
    expect(taken.slice(0, PART)).toEqual(names.slice(0, PART));
    expect(taken.toSorted()).toEqual(names.toSorted());
    expect((await client.list()).map(({ item }) => item)).toEqual(names.toSorted());
  });
});
