import { expect, test } from 'vitest';
import type { LeaseAnswer, LeaseChange } from '../../../src/queue/leases/lease.ts';
import { leaseObject, type LeaseQuestion } from '../../../src/queue/restate/lease.object.ts';
import { loadSdk } from '../../../src/queue/restate/serve-fleet.ts';

/** Without a type in the SDK. */
interface Handlers {
  readonly change: (context: unknown, question: LeaseQuestion) => Promise<LeaseAnswer>;
}

/** The handler, with the state of one key and the list of its scope in memory. */
const aLease = async (key: string) => {
  const { sdk } = await loadSdk();
  const lease = leaseObject(sdk, { gates: 'gates', now: () => new Date('2026-01-13T10:00:00.000Z') });
  const { change } = Object(lease).object as Handlers;
  const state = new Map<string, unknown>();
  const noted: unknown[] = [];
  const context = {
    key,
    get: (name: string) => Promise.resolve(state.get(name) ?? null),
    set: (name: string, value: unknown) => state.set(name, value),
    run: (read: () => unknown) => Promise.resolve(read()),
    rand: { uuidv4: () => 'token' },
    objectClient: (_: unknown, scope: string) => ({
      note: (lease: unknown) => Promise.resolve(noted.push([scope, lease])),
    }),
  };
  const ask = (asked: LeaseChange) => change(context, { asked, gates: 'gates', isKept: true });
  return { ask, noted };
};

test('a claim is of the item of its key, whatever item the caller names', async () => {
  const { ask, noted } = await aLease('host/project/a');
  const answer = await ask({ do: 'claim', item: 'b', holder: 'ann', ttlMs: 60_000 });
  expect(answer).toMatchObject({ granted: true, lease: { item: 'a', holder: 'ann' } });
  expect(noted).toEqual([['host/project', 'lease' in answer ? answer.lease : null]]);
});

test('a renewal is of the kept lease, whatever item and times the caller has in its own', async () => {
  const { ask } = await aLease('host/project/a');
  const first = await ask({ do: 'claim', item: 'a', holder: 'ann', ttlMs: 60_000 });
  if (!first.granted) throw new Error(first.message);
  const forged = { ...first.lease, item: 'b', holder: 'bob', until: '2036-01-13T10:00:00.000Z' };
  expect(await ask({ do: 'renew', lease: forged, ttlMs: 60_000 })).toMatchObject({
    granted: true,
    lease: { item: 'a', holder: 'ann', until: '2026-01-13T10:01:00.000Z' },
  });
});
