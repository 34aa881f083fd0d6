/**
 * How a run stands, in one word for people: the `Status:` of STATE.md, of the report and of what is told by `notify`; and what it waits for.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { RunWait } from '../records/fold/run-wait.ts';

/** `broke_off`: it ended, and no record says how: it was killed, or dualgate or the system failed. */
export type Standing = Settlement['status'] | 'running' | 'broke_off';

/** `STUCK`, `NEEDS_HUMAN`, `BROKE_OFF`. */
export const nameStanding = (standing: Standing): string => standing.toUpperCase();

/** What stands for the reason where there is none. */
export const BROKE_OFF_WHY = 'It ended in the midst of its work, as a killed one does';

/** @param settled - the end that is recorded last @param isGoing - whether a loop goes on with it: a lock says it, and no record does */
export const standingOf = (settled: Settlement | null, isGoing: boolean): Standing =>
  isGoing ? 'running' : (settled?.status ?? 'broke_off');

/** Why it stands so, in one sentence; '' while it goes on. */
export const whyOf = (settled: Settlement | null, isGoing: boolean): string =>
  isGoing ? '' : (settled?.why ?? BROKE_OFF_WHY);

/** What an active run waits for, until the time is over: no record says that. @param now - milliseconds of the epoch */
export const waitAt = (
  waits: RunWait | null,
  { isGoing, now }: { readonly isGoing: boolean; readonly now: number },
): RunWait | null => (waits !== null && isGoing && Date.parse(waits.until) > now ? waits : null);
