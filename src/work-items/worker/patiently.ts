/**
 * Repeats a call to the store of the items while its remote does not answer: a worker outlives a moment without a network.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { LeaseError } from '../../leases/lease-error.ts';

const TRIES = 5;
const PAUSE_MS = 2_000;

/** @throws {LeaseError} of the last try; and at once, when the store holds something broken */
export const patiently = async <T>(call: () => Promise<T>, pauseMs = PAUSE_MS): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const isAway = error instanceof LeaseError && (error.trouble === 'refused' || error.trouble === 'unknown');
      if (!isAway || tries >= TRIES) throw error;
    }
    await wait(pauseMs);
  }
};
