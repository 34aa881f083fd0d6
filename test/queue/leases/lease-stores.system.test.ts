import { describe, expect, onTestFinished, test } from 'vitest';
import type { Lease, LeaseAnswer } from '../../../src/queue/leases/lease.ts';
import { EPOCH, leasesOf, STORES } from './a-store.ts';
import { ENGINE_STORES, useEngine } from './an-engine.ts';
import { inTurn, pickSome } from '../../pick-some.ts';

const slow = inTurn(1, test);

const TTL = 60_000;
const at = (ms: number): string => new Date(EPOCH + ms).toISOString();
const leaseOf = (answer: LeaseAnswer): Lease => {
  if (!answer.granted) throw new Error(answer.message);
  return answer.lease;
};
const refusal = (answer: LeaseAnswer) => (answer.granted ? null : { why: answer.why, message: answer.message });

const NOT_NAMES = [
  '',
  '.a',
  'a.',
  'a..b',
  'a/b',
  '../a',
  'a b',
  'a.lock',
  '-a',
  'a~1',
  'ä',
  'a\n',
  '@{',
  'x'.repeat(101),
];

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

  slow('are refused to a second claim by the same name, which may be another process', async () => {
    const { one } = await aFleet();
    await one.claim('a1', 'one', TTL);
    expect(refusal(await one.claim('a1', 'one', TTL))?.why).toBe('held');
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

  slow('are renewed with another token, a later time and the same turn', async () => {
    const { one, pass } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    pass(TTL - 1);
    const renewed = leaseOf(await one.renew(lease, TTL));
    expect(renewed).toEqual({
      ...lease,
      token: expect.any(String),
      previous: lease.token,
      until: at(2 * TTL - 1),
    });
    expect(renewed.token).not.toBe(lease.token);
    expect(refusal(await one.renew(lease, TTL))).toEqual({
      why: 'stale',
      message: `Cannot renew the lease of a1: the token of turn 1 is stale, since one renewed it until ${at(2 * TTL - 1)}. Stop this work, then claim an item again.`,
    });
  });

  slow('that are released can be claimed at once, with the next turn', async () => {
    const { one, two } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const released = leaseOf(await one.release(lease));
    expect(released).toEqual({ ...lease, token: expect.any(String), previous: lease.token, state: 'released' });
    expect(refusal(await one.renew(released, TTL))).toEqual({
      why: 'released',
      message: 'Cannot renew the lease of a1: one released it (turn 1). Claim it again.',
    });
    expect(leaseOf(await two.claim('a1', 'two', TTL))).toMatchObject({ holder: 'two', turn: 2, state: 'held' });
  });

  slow('that wait can be claimed by nobody before their time, and then by anybody', async () => {
    const { one, two, pass } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    const waits = leaseOf(await one.release(lease, undefined, at(5 * TTL)));
    expect(waits).toEqual({
      ...lease,
      token: expect.any(String),
      previous: lease.token,
      until: at(5 * TTL),
      state: 'waits',
    });
    pass(5 * TTL - 1);
    expect(await two.claim('a1', 'two', TTL)).toEqual({
      granted: false,
      why: 'waits',
      message: `Cannot claim a1: it waits until ${at(5 * TTL)}, since one released it for so long (turn 1). Claim another item, or wait until then.`,
      current: waits,
    });
    expect(refusal(await one.renew(waits, TTL))?.why).toBe('waits');
    pass(1);
    expect(leaseOf(await two.claim('a1', 'two', TTL))).toMatchObject({ holder: 'two', turn: 2, state: 'held' });
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

  slow('are held until their time, and not at it', async () => {
    const { one, two, clock } = await aFleet();
    await one.claim('a1', 'one', TTL);
    clock.two = TTL - 1;
    expect(refusal(await two.claim('a1', 'two', TTL))?.why).toBe('held');
    clock.two = TTL;
    expect(leaseOf(await two.claim('a1', 'two', TTL))).toMatchObject({
      holder: 'two',
      turn: 2,
      taken: at(TTL),
      until: at(2 * TTL),
    });
  });

  slow('that another holder took over refuse every write of the first, whatever its clock says', async () => {
    const { one, two, clock } = await aFleet();
    const stale = leaseOf(await one.claim('a1', 'one', TTL));
    clock.two = TTL;
    const current = leaseOf(await two.claim('a1', 'two', TTL));
    const since = `the token of turn 1 is stale, since two holds it until ${at(2 * TTL)} (turn 2). Stop this work, then claim an item again.`;
    for (const [verb, write] of [
      ['renew the lease of', () => one.renew(stale, TTL)],
      ['release', () => one.release(stale)],
      ['release', () => one.release(stale, undefined, at(9 * TTL))],
    ] as const)
      expect(await write()).toEqual({ granted: false, why: 'stale', message: `Cannot ${verb} a1: ${since}`, current });
    expect(await leasesOf(two)).toEqual([current]);
  });

  slow('refuse every write of a late holder, although nobody else claimed the item', async () => {
    const { one, pass } = await aFleet();
    const late = leaseOf(await one.claim('a1', 'one', TTL));
    pass(TTL);
    const why = {
      why: 'late',
      message: `Cannot release a1: the lease of one expired at ${at(TTL)}. Claim it again; if another holder has it, stop this work.`,
    };
    expect(refusal(await one.release(late))).toEqual(why);
    expect(refusal(await one.renew(late, TTL))?.why).toBe('late');
    const again = leaseOf(await one.claim('a1', 'one', TTL));
    expect(again.turn).toBe(2);
    expect((await one.release(again)).granted).toBe(true);
  });

  slow('of a holder that was never granted them refuse its writes', async () => {
    const { one, two } = await aFleet();
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(refusal(await two.release({ ...lease, item: 'a2' }))).toEqual({
      why: 'stale',
      message:
        'Cannot release a2: the token of turn 1 is stale, since the store has no lease of it. Stop this work, then claim an item again.',
    });
    expect((await leasesOf(two)).map(({ item }) => item)).toEqual(['a1']);
  });

  slow(
    'are claimed over when the clock of the claimer is ahead, and the holder learns it at its next write',
    async () => {
      const { one, two, clock } = await aFleet();
      const lease = leaseOf(await one.claim('a1', 'one', TTL));
      clock.two = 10 * TTL;
      const current = leaseOf(await two.claim('a1', 'two', TTL));
      expect(refusal(await one.renew(lease, TTL))?.why).toBe('stale');
      expect((await two.release(current)).granted).toBe(true);
    },
  );

  slow('rise by one turn with each claim, also after the clock went back', async () => {
    const { one, clock } = await aFleet();
    const turns: number[] = [];
    for (const ms of [0, 5 * TTL, -5 * TTL]) {
      clock.one = ms;
      const lease = leaseOf(await one.claim('a1', 'one', TTL));
      turns.push(lease.turn);
      await one.release(lease);
    }
    expect(turns).toEqual([1, 2, 3]);
  });

  test.each(pickSome(NOT_NAMES, (name) => name, 1))('refuse the name %j, and write nothing', async (item) => {
    const { one } = await aFleet();
    const refused = {
      why: 'bad_item',
      message: `Cannot use the item ${JSON.stringify(item)}: its name must be 1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit, without "..", and not ending with a dot or .lock. Rename the item.`,
    };
    const lease = leaseOf(await one.claim('a1', 'one', TTL));
    expect(refusal(await one.claim(item, 'one', TTL))).toEqual(refused);
    expect(refusal(await one.release({ ...lease, item }))).toEqual(refused);
    expect(await leasesOf(one)).toEqual([lease]);
  });

  test.each([0, -1, 1.5, Number.NaN, 86_400_001])('refuse a time of %d ms', async (ttlMs) => {
    const { one } = await aFleet();
    await expect(one.claim('a1', 'one', ttlMs)).rejects.toMatchObject({
      name: 'LeaseError',
      code: 'E_LEASE',
      trouble: 'argument',
      message: `Cannot lease a1: its time must be a whole number of milliseconds from 1 to 86400000 (got ${ttlMs}). Renew the lease if the work takes longer.`,
    });
  });

  test.each(['', 'a\nb', 'x'.repeat(201)])('refuse the holder %j', async (holder) => {
    await expect((await aFleet()).one.claim('a1', holder, TTL)).rejects.toMatchObject({
      code: 'E_LEASE',
      trouble: 'argument',
    });
  });
});
