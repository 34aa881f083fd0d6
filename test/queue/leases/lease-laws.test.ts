import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lease } from '../../../src/queue/leases/lease.ts';
import { leasesOf, makeFolderStore, makeRemoteStore, type SharedStore } from './a-store.ts';
import { ENGINE_STORES, useEngine } from './an-engine.ts';
import { leaseCommands, runModel } from './lease-model.ts';

/** A command takes milliseconds in a folder, and a tenth of a second on a remote. */
const runsOf = (ordinary: number, most: number): number =>
  Math.min(most, Math.max(ordinary, fc.readConfigureGlobal()?.numRuns ?? 0));

describe('no state of leases is found in which two holders can both write', () => {
  if (ENGINE_STORES.length > 0) useEngine();

  test.each([
    ['a folder', makeFolderStore, { numRuns: runsOf(60, 400), unbiased: true }, 40],
    ['refs of a remote', () => makeRemoteStore('one'), { numRuns: runsOf(14, 60), unbiased: true }, 24],
    ...ENGINE_STORES.map(([name, make]) => [name, make, { numRuns: runsOf(14, 60), unbiased: true }, 24] as const),
  ] as const)('in %s', async (name, makeStore, runs, maxCommands) => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(leaseCommands(maxCommands), (commands) => runModel(commands, makeStore, seen)),
      runs,
    );
    // Otherwise the law would be about claims only; the few runs on a remote need not show all answers.
    if (name === 'a folder')
      expect([...seen.keys()].toSorted()).toEqual(['granted', 'held', 'late', 'released', 'stale', 'waits']);
    expect(seen.get('stale')).toBeGreaterThan(2);
    expect(seen.get('granted')).toBeGreaterThan(10);
  });
});

/** Accepts the write of a holder who has time by its own clock, and asks for no token. */
const withoutFencing = (shared: SharedStore): SharedStore => ({
  ...shared,
  open: (worker, now) => {
    const store = shared.open(worker, now);
    const withCurrentToken = async (lease: Lease): Promise<Lease> => {
      const current = (await leasesOf(store)).find(({ item }) => item === lease.item);
      return current?.state === 'held' && lease.state === 'held' ? { ...lease, token: current.token } : lease;
    };
    return {
      ...store,
      renew: async (...[lease, ...how]) => store.renew(await withCurrentToken(lease), ...how),
      release: async (...[lease, ...how]) => store.release(await withCurrentToken(lease), ...how),
    };
  },
});

/** Looks at the lease, and writes it later: a claim in between is lost. */
const withoutCompareAndSwap = (shared: SharedStore): SharedStore => ({
  ...shared,
  open: (worker, now) => {
    const store = shared.open(worker, now);
    return {
      ...store,
      claim: async (item, holder, ttlMs) => {
        const current = (await leasesOf(store)).find((each) => each.item === item);
        await new Promise(setImmediate);
        if (current?.state === 'held' && now().getTime() < Date.parse(current.until))
          return store.claim(item, holder, ttlMs);
        const between = (await leasesOf(store)).find((each) => each.item === item);
        if (between !== undefined && between.token !== current?.token) await store.release(between);
        return store.claim(item, holder, ttlMs);
      },
    };
  },
});

describe('the same law finds a broken store', () => {
  test.each([
    ['asks for no token', withoutFencing, /^AssertionError: leases of a[12] that can write: expected \[ \+?\d/],
    [
      'claims without compare and swap',
      withoutCompareAndSwap,
      /^Error: the rules do not allow it: claim (a[12]) by w\d was granted, and claim \1 by w\d was granted$/,
    ],
  ] as const)('that %s', async (_, spoil, says) => {
    const outcome = await fc.check(
      fc.asyncProperty(leaseCommands(40), (commands) => runModel(commands, () => makeFolderStore().then(spoil))),
      { numRuns: 300, unbiased: true },
    );
    expect(outcome.failed).toBe(true);
    expect(String(outcome.errorInstance)).toMatch(says);
  });
});
