/** The status of a run in one word for people: the `Status:` of STATE.md, the report and `notify`; and what it waits for. */
import type { Ending } from '../../machines/index.ts';
import type { RunWait } from '../records/fold/run-sums.ts';

/** `crashed`: it ended, and no record says how: it was killed, or dualgate or the system failed. */
export type StatusName = Ending['status'] | 'running' | 'crashed';

/** `STUCK`, `NEEDS_HUMAN`, `CRASHED`. */
export const printStatusName = (status: StatusName): string => status.toUpperCase();

export const CRASHED_WHY = 'It crashed: the process ended without recording a result';

/** @param ending - the last recorded end @param isGoing - whether a loop is active: the lock shows it, and no record does */
export const statusNameOf = (ending: Ending | null, isGoing: boolean): StatusName =>
  isGoing ? 'running' : (ending?.status ?? 'crashed');

/** The reason for the status, in one sentence; '' while it is active. */
export const whyOf = (ending: Ending | null, isGoing: boolean): string => (isGoing ? '' : (ending?.why ?? CRASHED_WHY));

/** The wait of an active run, until the time is over: no record has that end. @param now - milliseconds of the epoch */
export const waitAt = (
  waits: RunWait | null,
  { isGoing, now }: { readonly isGoing: boolean; readonly now: number },
): RunWait | null => (waits !== null && isGoing && Date.parse(waits.until) > now ? waits : null);
