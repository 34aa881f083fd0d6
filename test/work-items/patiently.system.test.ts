import { expect, test } from 'vitest';
import { LeaseError } from '../../src/leases/lease-error.ts';
import { patiently } from '../../src/work-items/worker/patiently.ts';

/** Fails as often as this, and then answers. */
const failing = (times: number, trouble: ConstructorParameters<typeof LeaseError>[0]) => {
  let calls = 0;
  const call = async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw new LeaseError(trouble, 'no answer');
    return calls;
  };
  return { call, calls: () => calls };
};

test.each([
  ['refused', 4],
  ['unknown', 1],
] as const)('a store whose remote is away (%s) is asked again', async (trouble, times) => {
  expect(await patiently(failing(times, trouble).call, 0)).toBe(times + 1);
});

test.each([
  ['refused', 5],
  ['broken', 1],
  ['argument', 1],
] as const)('a store that stays %s ends the work after %i calls', async (trouble, calls) => {
  const store = failing(9, trouble);
  await expect(patiently(store.call, 0)).rejects.toMatchObject({ name: 'LeaseError', trouble });
  expect(store.calls()).toBe(calls);
});
