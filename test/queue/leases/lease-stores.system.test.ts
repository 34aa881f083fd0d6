import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lease, LeaseAnswer } from '../../../src/queue/leases/lease.ts';
import { EPOCH, leasesOf, STORES } from './a-store.ts';
import { ENGINE_STORES, useEngine } from './an-engine.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

const TTL = 60_000;
const at = (ms: number): string => new Date(EPOCH + ms).toISOString();
const leaseOf = (answer: LeaseAnswer): Lease => {
  if (!answer.granted) throw new Error(answer.message);
  return answer.lease;
};
const refusal = (answer: LeaseAnswer) => (answer.granted ? null : { why: answer.why });

describe.each([...STORES, ...ENGINE_STORES])('leases in %s', (name, makeStore) => {
  if (ENGINE_STORES.some(([each]) => each === name)) useEngine();

  /** Two workers with one clock, unless a test moves one of them. */
  const aFleet = async () => {
    const shared = await makeStore();
    onTestFinished(shared.remove);
    const clock = { one: 0, two: 0 };
    const pass = (ms: number) => {
      clock.one += ms;
      clock.two += ms;
    };
    const timeOf = (worker: 'one' | 'two') => () =>
      new Date(EPOCH + (shared.hasClock ? Math.max(clock.one, clock.two) : clock[worker]));
    const one = shared.open('one', timeOf('one'));
    const two = shared.open('two', timeOf('two'));
    return { ...shared, one, two, clock, pass };
  };

  slow('are claimed by one holder, with the first turn and a time', async () => {
    const { one, two } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(lease).toEqual({
      item: 'a1',
      holder: 'one',
      token: expect.stringMatching(/^[0-9a-f-]{36,40}$/),
      previous: null,
      turn: 1,
      taken: at(0),
      until: at(TTL),
      state: 'held',
    });
    expect(await leasesOf(two)).toEqual([lease]);
  });

  slow('are refused to a second holder, with the first one and its time', async () => {
    const { one, two } = await aFleet();
    const current = leaseOf(await one.claim('a1', 'one', TTL));
    expect(await two.claim('a1', 'two', TTL)).toEqual({
      granted: false,
      why: 'held',
      message: `Cannot claim a1: one holds it until ${at(TTL)} (turn 1). Claim another item, or wait until then.`,
      current,
    });
  });

  slow('of other items are claimed independently, and listed by the item', async () => {
    const { one, two } = await aFleet();
    const second = leaseOf(await two.claim('b.2_x', 'two', TTL));
    const first = leaseOf(await one.claim('a1', 'one', TTL));
    expect(await leasesOf(one)).toEqual([first, second]);
  });

  slow('are an empty list before the first claim', async () =>
    expect(await leasesOf((await aFleet()).one)).toEqual([]),
  );

  slow('are claimed by exactly one of eight workers at once', async () => {
    const { one, two } = await aFleet();
    const names = Array.from({ length: 8 }, (_, n) => `w${n}`);
    const answers = await Promise.all(names.map((name, n) => (n % 2 === 0 ? one : two).claim('a1', name, TTL)));
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
    expect(answers.flatMap((answer) => refusal(answer)?.why ?? [])).toEqual(Array.from({ length: 7 }, () => 'held'));
  });

  slow('of one holder at one time never share a token', async () => {
    const { one, two } = await aFleet();
    const answers = await Promise.all([one.claim('a1', 'same', TTL), two.claim('a1', 'same', TTL)]);
    expect(answers.filter(({ granted }) => granted)).toHaveLength(1);
  });

  slow('are another token after each change, and the token before is stale everywhere', async () => {
    const { one, two, pass } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    pass(TTL - 1);
    const renewed = leaseOf(await one.renew(lease, TTL));
    expect(renewed).toEqual({ ...lease, token: expect.any(String), previous: lease.token, until: at(2 * TTL - 1) });
    const waits = leaseOf(await one.release(renewed, undefined, at(5 * TTL)));
    expect(waits).toEqual({
      ...renewed,
      token: expect.any(String),
      previous: renewed.token,
      until: at(5 * TTL),
      state: 'waits',
    });
    pass(5 * TTL);
    const current = leaseOf(await two.claim('a1', 'two', TTL));
    expect(current).toMatchObject({ holder: 'two', turn: 2, previous: waits.token });
    expect(new Set([lease, renewed, waits, current].map(({ token }) => token)).size).toBe(4);
    for (const old of [lease, renewed, waits])
      for (const write of [() => two.renew(old, TTL), () => two.release(old), () => one.release(old, undefined, at(0))])
        expect(await write()).toMatchObject({ granted: false, why: 'stale', current });
    expect(await leasesOf(two)).toEqual([current]);
  });

  slow('of a holder that was never granted them refuse its writes', async () => {
    const { one, two } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(refusal(await two.release({ ...lease, item: 'a2' }))?.why).toBe('stale');
    expect((await leasesOf(two)).map(({ item }) => item)).toEqual(['a1']);
  });

  slow('carry a write of their holder', async () => {
    const { one, carry, written } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const renewed = leaseOf(await one.renew(lease, TTL, carry('renewed')));
    leaseOf(await one.release(renewed, carry('released')));
    const again = leaseOf(await one.claim('a1', 'one', TTL));
    leaseOf(await one.release(again, carry('again'), at(9 * TTL)));
    expect([...written()].toSorted()).toEqual(['again', 'released', 'renewed']);
  });

  slow('stay with their holder when a ref that they carry is in the way', async () => {
    const { one, carry } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const renewed = leaseOf(await one.renew(lease, TTL, carry('same')));
    const answer = await one.release(renewed, carry('same'));
    // A folder carries no refs.
    if (name === 'a folder') return expect(answer.granted).toBe(true);
    expect(refusal(answer)?.why).toBe('ref_moved');
    expect(await leasesOf(one)).toEqual([renewed]);
  });

  slow('carry no write of a holder whose lease is stale or late', async () => {
    const { one, two, pass, carry, written } = await aFleet();
    const stale = leaseOf(await one.claim('a1', 'one', TTL));
    pass(TTL);
    const late = leaseOf(await two.claim('a1', 'two', TTL));
    pass(TTL);
    for (const [lease, why] of [
      [stale, 'stale'],
      [late, 'late'],
    ] as const) {
      expect(refusal(await one.renew(lease, TTL, carry(`${why}-1`)))?.why).toBe(why);
      expect(refusal(await one.release(lease, carry(`${why}-2`)))?.why).toBe(why);
      expect(refusal(await one.release(lease, carry(`${why}-3`), at(9 * TTL)))?.why).toBe(why);
    }
    expect(written()).toEqual([]);
  });

  slow('refuse a name, a time and a holder that are none, and write nothing', async () => {
    const { one } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    for (const answer of [await one.claim('../a', 'one', TTL), await one.release({ ...lease, item: 'a b' })])
      expect(refusal(answer)?.why).toBe('bad_item');
    const wanted = { name: 'LeaseError', code: 'E_LEASE', trouble: 'argument' };
    await expect(one.claim('a2', 'one', 0)).rejects.toMatchObject(wanted);
    await expect(one.renew(lease, 1.5)).rejects.toMatchObject(wanted);
    await expect(one.claim('a2', 'a\nb', TTL)).rejects.toMatchObject(wanted);
    expect(await leasesOf(one)).toEqual([lease]);
  });
});
