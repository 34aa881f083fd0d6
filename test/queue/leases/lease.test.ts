import { describe, expect, test } from 'vitest';
import { decideLease, type Decision, type Lease } from '../../../src/queue/leases/lease.ts';
import { EPOCH } from './a-store.ts';

const TTL = 60_000;
const at = (ms: number): string => new Date(EPOCH + ms).toISOString();
const time = (ms: number): Date => new Date(EPOCH + ms);

const HELD: Lease = {
  item: 'a1',
  holder: 'one',
  token: 't1',
  previous: null,
  turn: 1,
  taken: at(0),
  until: at(TTL),
  state: 'held',
};
const { token: _, ...KEPT } = HELD;
const RELEASED: Lease = { ...HELD, token: 't2', previous: 't1', state: 'released' };
const WAITS: Lease = { ...RELEASED, until: at(5 * TTL), state: 'waits' };
const OF_TWO: Lease = { ...HELD, holder: 'two', token: 't3', previous: 't1', turn: 2, until: at(2 * TTL) };

const claim = (current: Lease | null, ms: number, holder = 'two') =>
  decideLease(current, { do: 'claim', item: 'a1', holder, ttlMs: TTL }, time(ms));
const renew = (current: Lease | null, ms: number, lease = HELD) =>
  decideLease(current, { do: 'renew', lease, ttlMs: TTL }, time(ms));
const release = (current: Lease | null, ms: number, lease = HELD) =>
  decideLease(current, { do: 'release', lease }, time(ms));
const rest = (current: Lease | null, ms: number) =>
  decideLease(current, { do: 'release', lease: HELD, waitsUntil: at(5 * TTL) }, time(ms));

describe('the rules of leases', () => {
  test.each<readonly [string, Decision, object]>([
    ['one that nobody had', claim(null, 0, 'one'), KEPT],
    ['one that was released', claim(RELEASED, 1), { holder: 'two', turn: 2, previous: 't2', until: at(TTL + 1) }],
    ['one at its time', claim(HELD, TTL), { holder: 'two', turn: 2, taken: at(TTL), until: at(2 * TTL) }],
    ['one at its time, by the same name', claim(HELD, TTL, 'one'), { holder: 'one', turn: 2 }],
    ['one that waits, at its time', claim(WAITS, 5 * TTL), { holder: 'two', turn: 2, state: 'held' }],
    ['one that is over by a clock that is ahead', claim(HELD, 10 * TTL), { turn: 2, until: at(11 * TTL) }],
    ['one by a clock that went back', claim(RELEASED, -5 * TTL), { turn: 2, until: at(-4 * TTL) }],
    ['more time', renew(HELD, TTL - 1), { ...KEPT, previous: 't1', until: at(2 * TTL - 1) }],
    ['the release', release(HELD, 1), { ...KEPT, previous: 't1', state: 'released' }],
    ['the release until a time', rest(HELD, 1), { ...KEPT, previous: 't1', until: at(5 * TTL), state: 'waits' }],
  ])('grant %s', (_name, decision, next) => {
    expect(decision).toMatchObject({ next });
  });

  test('refuse every other change, with the reason and the next step', () => {
    const renewed = { ...HELD, token: 't2', until: at(2 * TTL) };
    const refused = [
      claim(HELD, TTL - 1),
      // It may be another process.
      claim(HELD, 0, 'one'),
      claim(WAITS, 5 * TTL - 1),
      renew(renewed, 1),
      release(RELEASED, 1),
      rest(OF_TWO, 0),
      renew(null, 0),
      renew(RELEASED, 0, RELEASED),
      release(WAITS, 0, WAITS),
      // Although nobody else claimed the item.
      release(HELD, TTL),
    ];
    /** With the token of the current lease. */
    const says = (decision: Decision) =>
      'next' in decision ? 'granted' : `${decision.current?.token}, ${decision.why}: ${decision.message}`;
    expect(refused.map(says)).toMatchInlineSnapshot(`
      [
        "t1, held: Cannot claim a1: one holds it until 2025-01-02T03:05:05.678Z (turn 1). Claim another item, or wait until then.",
        "t1, held: Cannot claim a1: one holds it until 2025-01-02T03:05:05.678Z (turn 1). Claim another item, or wait until then.",
        "t2, waits: Cannot claim a1: it waits until 2025-01-02T03:09:05.678Z, since one released it for so long (turn 1). Claim another item, or wait until then.",
        "t2, stale: Cannot renew the lease of a1: the token of turn 1 is stale, since one renewed it until 2025-01-02T03:06:05.678Z. Stop this work, then claim an item again.",
        "t2, stale: Cannot release a1: the token of turn 1 is stale, since one released it (turn 1). Stop this work, then claim an item again.",
        "t3, stale: Cannot release a1: the token of turn 1 is stale, since two holds it until 2025-01-02T03:06:05.678Z (turn 2). Stop this work, then claim an item again.",
        "undefined, stale: Cannot renew the lease of a1: the token of turn 1 is stale, since the store has no lease of it. Stop this work, then claim an item again.",
        "t2, released: Cannot renew the lease of a1: one released it (turn 1). Claim it again.",
        "t2, waits: Cannot release a1: one released it (turn 1). Claim it again.",
        "t1, late: Cannot release a1: the lease of one expired at 2025-01-02T03:05:05.678Z. Claim it again; if another holder has it, stop this work.",
      ]
    `);
  });

  test.each(['', '.a', 'a.', 'a..b', 'a/b', '../a', 'a b', 'a.lock', '-a', 'a~1', 'ä', 'a\n', '@{', 'x'.repeat(101)])(
    'refuse the name %j',
    (item) => {
      const message = `Cannot use the item ${JSON.stringify(item)}: its name must be 1 to 100 letters, digits, dots, dashes or underscores, beginning with a letter or digit, without "..", and not ending with a dot or .lock. Rename the item.`;
      const refused = { granted: false, why: 'bad_item', message, current: null };
      expect(decideLease(null, { do: 'claim', item, holder: 'one', ttlMs: TTL }, time(0))).toEqual(refused);
      expect(release(null, 0, { ...HELD, item })).toEqual(refused);
    },
  );

  test.each([0, -1, 1.5, Number.NaN, 86_400_001])('refuse a time of %d ms', (ttlMs) => {
    const message = `Cannot lease a1: its time must be a whole number of milliseconds from 1 to 86400000 (got ${ttlMs}). Renew the lease if the work takes longer.`;
    const wanted = expect.objectContaining({ name: 'LeaseError', code: 'E_LEASE', trouble: 'argument', message });
    expect(() => decideLease(null, { do: 'claim', item: 'a1', holder: 'one', ttlMs }, time(0))).toThrow(wanted);
    expect(() => decideLease(HELD, { do: 'renew', lease: HELD, ttlMs }, time(0))).toThrow(wanted);
  });

  test.each(['', 'a\nb', 'x'.repeat(201)])('refuse the holder %j', (holder) => {
    expect(() => claim(null, 0, holder)).toThrow(/^Cannot claim a1: the holder must be 1 to 200 printable characters/);
  });
});
