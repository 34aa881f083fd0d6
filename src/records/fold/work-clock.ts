/**
 * The clock of a run: from each start or resume to the end that follows, everything included that a loop did meanwhile, its waits too. It
 * stands still from the end of a run to its resume. Every run time that people are told is this one.
 *
 * @module
 */
import type { WorkRecord } from '../catalogue/records.ts';

/** Milliseconds of the epoch; the stretch of work that began last. */
export interface WorkClock {
  readonly from: number;
  readonly to: number;
  /** Milliseconds of work before `from`. */
  readonly before: number;
  /** Whether it goes on after the last record: no end was recorded. */
  readonly goesOn: boolean;
}

/** The clock after one more record; pure. @param clock - null before the first */
export const foldClock = (clock: WorkClock | null, record: WorkRecord): WorkClock => {
  const time = Date.parse(record.at);
  const { type } = record;
  if (clock === null) return { from: time, to: time, before: 0, goesOn: type !== 'run.settled' };
  if (type === 'run.started' || type === 'run.resumed')
    return { from: time, to: time, before: workedMs(clock), goesOn: true };
  if (!clock.goesOn) return clock;
  return {
    ...clock,
    to: isOfNoLoop(record) ? clock.to : Math.max(clock.to, time),
    goesOn: type !== 'run.settled',
  };
};

/** Milliseconds of work up to the last record. */
export const workedMs = (clock: WorkClock | null): number =>
  clock === null ? 0 : clock.before + clock.to - clock.from;

/** Milliseconds of work from the beginning to a time. @param clocks - one for each stretch of work, in order @param time - milliseconds of the epoch */
export const workedAt = (clocks: readonly WorkClock[], time: number): number => {
  const own = clocks.findLast(({ from }) => from <= time) ?? clocks[0];
  if (own === undefined) return 0;
  const end = own.goesOn && own === clocks.at(-1) ? Math.max(time, own.to) : own.to;
  return own.before + Math.max(0, Math.min(time, end) - own.from);
};

/** Recorded while no loop goes on: an operator's order; and, by whoever goes on with it, that a killed loop left an iteration half done. */
const isOfNoLoop = (record: WorkRecord): boolean =>
  record.type.startsWith('operator.') || (record.type === 'attempt.void' && record.data.outcome === 'cut_off');
