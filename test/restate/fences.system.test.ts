import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { hashGates } from '../../src/restate/hash-gates.ts';
import { createFleetClient, type FleetClient } from '../../src/restate/client/fleet-client.ts';
import { createIngress } from '../../src/restate/client/ingress.ts';
import { createFleet } from '../../src/restate/serve-fleet.ts';
import type { Course, Report, ReportedEvent } from '../../src/restate/work.ts';
import type { Lease } from '../../src/leases/lease.ts';
import { test } from '../end-to-end/a-home.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aServer, hasRestate } from './a-server.ts';
import { serveObjects } from './serve-objects.ts';

const config = { phases: DEFAULT_PHASES };
const HELD = anIteration('RED', { tests_failing: 5, tests_passing: 1 });
const ACTIVE: Course = { state: 'active' };

const decided = (seq: number, can_exit: boolean): ReportedEvent => ({
  seq,
  event: { type: 'ITERATION', record: HELD },
  can_exit,
});

const aReport = (events: readonly ReportedEvent[], course: Course = ACTIVE, site = 'here'): Report => ({
  run: 'run-1',
  folder: '/checkouts/one',
  site,
  events,
  course,
});

const submit = (client: FleetClient, item: string) =>
  client.submit({
    item,
    repository: '/project',
    commit: 'a'.repeat(40),
    config: 'dualgate.yaml',
    spec: null,
    gates: hashGates(config),
  });

/** Takes offers until one can be claimed: an offer may be older than the claim of another worker. */
const claimNext = async (client: FleetClient, holder: string): Promise<Lease> => {
  for (;;) {
    const item = await client.take('here');
    const answer = item === null ? null : await client.claim(item, holder);
    if (answer?.granted === true) return answer.lease;
    await wait(20);
  }
};

describe.skipIf(!hasRestate)('an item on a real Restate server (needs DUALGATE_RESTATE)', () => {
  test('has one holder, one decision for each record, and stops where worker and engine disagree', async ({ home }) => {
    await using server = await aServer(home);
    await using _endpoint = await serveObjects(server, [...(await createFleet({ config, leaseMs: 700 }))]);
    const client = createFleetClient(createIngress(server.ingress));

    // Submitted twice, it is one item.
    expect(await client.hasOpen()).toBe(false);
    await submit(client, 'one');
    await submit(client, 'one');
    await expect.poll(() => client.hasOpen()).toBe(true);
    const first = await claimNext(client, 'ann');
    expect(await client.claim('one', 'ben')).toMatchObject({ granted: false, why: 'held' });
    const renewed = await client.renew(first);
    expect(renewed).toMatchObject({ granted: true, lease: { holder: 'ann', turn: 1, previous: first.token } });
    expect(await client.renew(first)).toMatchObject({ granted: false, why: 'stale' });
    const lease = renewed.granted ? renewed.lease : first;
    const answer = await client.report(lease, aReport([decided(1, false)]));
    expect(answer).toMatchObject({ go: true, why: null, lease: { turn: 1, previous: lease.token } });
    expect(await client.read('one')).toMatchObject({ seq: 1, phase: 'RED', iteration: 1, value: { working: 'red' } });

    // Ann is silent: only a worker of her folder takes over, under the next turn. Her late result changes nothing.
    const second = await claimNext(client, 'ben');

    expect(second.turn).toBe(2);
    expect(await client.report(answer.lease ?? first, aReport([decided(2, false)]))).toEqual({
      go: false,
      lease: null,
      why: 'Cannot renew the lease of one: the token of turn 1 is stale, since ben holds it until '.concat(
        `${second.until} (turn 2). Stop this work, then claim an item again.`,
      ),
    });
    expect(await client.read('one')).toMatchObject({ seq: 1, status: 'open' });

    // A record that Ann reported does not count twice. A wait is kept by the engine.
    const until = new Date(Date.now() + 1_000).toISOString();
    const rested = await client.report(
      second,
      aReport([decided(1, false), decided(2, false)], { state: 'waits', until, why: 'the breaker is open' }),
    );
    expect(rested).toEqual({ go: false, why: 'the breaker is open', lease: null });
    expect((await client.list()).map((row) => ({ ...row, at: '' }))).toEqual([
      {
        item: 'one',
        status: 'open',
        why: 'the breaker is open',
        phase: 'RED',
        iteration: 1,
        run: 'run-1',
        folder: '/checkouts/one',
        holder: null,
        turn: 2,
        waits_until: until,
        at: '',
      },
    ]);
    expect(await client.claim('one', 'cleo')).toMatchObject({ granted: false });
    const third = await claimNext(client, 'cleo');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until));

    // A worker whose gates were bent exits where the engine holds.

    expect(third.turn).toBe(3);
    const why =
      'The worker and the engine decided RED, iteration 1 differently: the worker exited the phase, the engine held it.';
    expect(await client.report(third, aReport([decided(3, true)]))).toEqual({ go: false, why, lease: null });
    expect(await client.read('one')).toMatchObject({ status: 'needs_human', why, value: { working: 'red' } });
    await expect.poll(() => client.hasOpen()).toBe(false);
    expect(await client.claim('one', 'dan')).toMatchObject({ granted: false });

    // A person opens it again; an end that the chart has not reached is refused as well.
    expect(await client.again('one')).toMatchObject({ status: 'open', resume: true });
    await expect.poll(() => client.hasOpen()).toBe(true);
    const fourth = await claimNext(client, 'dan');

    const ended = await client.report(
      fourth,
      aReport([], { state: 'ended', status: 'completed', why: 'Every phase was exited by both of its gates' }),
    );
    expect(ended).toMatchObject({
      go: false,
      why: 'The worker says completed, but the chart of the engine is in {"working":"red"}.',
    });
  });
});
