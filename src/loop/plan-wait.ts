/**
 * How long a provider's limit is waited out (RULES 4.1): until it said it is lifted, else longer each time, and not for ever.
 *
 * @module
 */

/** Waits for one iteration at the most. */
export const MAX_WAITS = 5;
/** The first wait where the provider tells no time; each further one is twice as long. */
const FIRST_WAIT_MS = 60_000;

export interface WaitQuestion {
  /** Turns of this iteration that ran into a limit, this one included: from 1. */
  readonly limits: number;
  /** ISO 8601; `null` when it was not told. */
  readonly resetsAt: string | null;
  readonly now: Date;
}

/** When the next turn may begin; `null` when it was waited often enough. */
export const planWait = ({ limits, resetsAt, now }: WaitQuestion): Date | null => {
  if (limits > MAX_WAITS) return null;
  const told = resetsAt === null ? Number.NaN : Date.parse(resetsAt);
  const backoff = now.getTime() + FIRST_WAIT_MS * 2 ** (limits - 1);
  // A time that has passed already was of no use: the provider refused after it.
  return new Date(told > now.getTime() ? told : backoff);
};
