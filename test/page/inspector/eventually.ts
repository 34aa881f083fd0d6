/** A value that becomes true: on a busy machine it takes longer than the second that vitest gives it. */
import { expect } from 'vitest';

const PATIENCE = { timeout: 30_000, interval: 10 };

export const eventually = <T>(look: () => T) => expect.poll(look, PATIENCE);
