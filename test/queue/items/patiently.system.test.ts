import { expect, test } from 'vitest';
import { LeaseError } from '../../../src/queue/leases/lease.ts';
import type { ItemAnswer } from '../../../src/queue/items/item-store.ts';
import { keepLease, type KeptLease, type Patience, patiently } from '../../../src/queue/items/worker/keep-lease.ts';

/** Fails as often as this, and then answers. */
const failing = (times: number, trouble: ConstructorParameters<typeof LeaseError>[0], says = 'No answer.') => {
  let calls = 0;
  const call = async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw new LeaseError(trouble, says);
    return calls;
  };
  return { call, calls: () => calls };
};

/** Short pauses, for as many calls as one likes. */
const aPatience = (more: Partial<Patience> = {}) => {
  const notices: string[] = [];
  const patience: Patience = {
    leftMs: () => 60_000,
    notice: (text) => notices.push(text),
    signal: new AbortController().signal,
    firstMs: 0,
    ...more,
  };
  return { patience, notices };
};

test.each(['refused', 'unknown'] as const)(
  'a store whose remote is away (%s) is asked as long as the lease allows, and says so once',
  async (trouble) => {
    const { patience, notices } = aPatience();
    expect(await patiently(failing(40, trouble).call, patience)).toBe(41);
    expect(notices).toEqual([
      'No answer. It is asked again, with growing pauses, for up to 1 min 0 s.',
      expect.stringMatching(/^The remote answers again, after \d/),
    ]);
  },
);

test('a store is asked in growing pauses, and no more when the lease is over', async () => {
  let left = 100;
  const { patience } = aPatience({ firstMs: 10, leftMs: () => (left -= 20) });
  const store = failing(99, 'refused');
  const began = performance.now();
  await expect(patiently(store.call, patience)).rejects.toMatchObject({ name: 'LeaseError', trouble: 'refused' });
  expect(store.calls()).toBe(5);
  // 10, 20, 40 and then no more than is left, each a quarter shorter at most.
  expect(performance.now() - began).toBeGreaterThan(60);
});

test.each([
  ['broken', 'It is no lease.', 1],
  ['argument', 'It is no name.', 1],
  ['refused', 'Got: ! [remote rejected] main (hook declined).', 5],
  ['refused', "Got: error: cannot lock ref 'a'.", 5],
] as const)('a store that is %s (%s) ends the work after %i calls', async (trouble, says, calls) => {
  const store = failing(9, trouble, says);
  await expect(patiently(store.call, aPatience().patience)).rejects.toMatchObject({ name: 'LeaseError', trouble });
  expect(store.calls()).toBe(calls);
});

test('a store that was away, and then refuses while all are back at once, is asked again', async () => {
  const says = [
    'No answer.',
    'No answer.',
    'No answer.',
    'No answer.',
    'No answer.',
    '! [remote rejected] cannot lock ref',
  ];
  const call = async (): Promise<string> => {
    const said = says.shift();
    if (said !== undefined) throw new LeaseError('refused', said);
    return 'claimed';
  };
  expect(await patiently(call, aPatience().patience)).toBe('claimed');
});

test('an interrupt ends the waiting', async () => {
  const stop = new AbortController();
  const { patience } = aPatience({ signal: stop.signal, firstMs: 60_000, notice: () => stop.abort() });
  await expect(patiently(failing(9, 'refused').call, patience)).rejects.toMatchObject({ trouble: 'refused' });
});

test('a lease whose remote hangs is given up when it expires, and not when the remote ends the call', async () => {
  let hangUp = (_error: Error): void => {};
  const hanging = new Promise<ItemAnswer>((_, reject) => {
    hangUp = reject;
  });
  const began = performance.now();
  let kept: KeptLease | undefined;
  const given = new Promise<string>((onLost) => {
    const store = { change: () => hanging };
    kept = keepLease({ store, item: 'login', session: 's1', secret: 'x', ttlMs: 300, onLost, notice: () => {} });
  });
  expect(await given).toBe('The remote did not answer for 0.3 s, as long as a lease.');
  expect(performance.now() - began).toBeGreaterThanOrEqual(299);
  expect(kept?.isAway()).toBe(true);
  hangUp(new LeaseError('refused', 'Too late.'));
  await kept?.end();
});
