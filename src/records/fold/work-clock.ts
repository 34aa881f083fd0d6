/**
 * The clock of a run: from each start or resume to the following end, including the waits of the loop. It stops from
 * the end of a run to its resume. Every run time that people see comes from here.
 *
 * @module
 */

/** A record. */
interface Timed {
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data: object;
}

/** Milliseconds of the epoch; the last period of work. */
export interface WorkClock {
  readonly from: number;
  readonly to: number;
  /** Milliseconds of work before `from`. */
  readonly before: number;
  /** Whether it continues after the last record: no end was recorded. */
  readonly goesOn: boolean;
}

/** The clock after one more record; pure. @param clock - null before the first */
export const foldClock = (clock: WorkClock | null, record: Timed): WorkClock => {
  const time = Date.parse(record.at);
  const { type } = record;
  if (clock === null) return { from: time, to: time, before: 0, goesOn: type !== 'run.ended' };
  if (type === 'run.started' || type === 'run.resumed')
    return { from: time, to: time, before: workedMs(clock), goesOn: true };
  if (!clock.goesOn) return clock;
  return {
    ...clock,
    to: isOfNoLoop(record) ? clock.to : Math.max(clock.to, time),
    goesOn: type !== 'run.ended',
  };
};

/** Milliseconds of work up to the last record. */
export const workedMs = (clock: WorkClock | null): number =>
  clock === null ? 0 : clock.before + clock.to - clock.from;

/**
 * Milliseconds of work from the start to a time. @param clocks - one for each period of work, in order @param time -
 * milliseconds of the epoch
 */
export const workedAt = (clocks: readonly WorkClock[], time: number): number => {
  const own = clocks.findLast(({ from }) => from <= time) ?? clocks[0];
  if (own === undefined) return 0;
  const end = own.goesOn && own === clocks.at(-1) ? Math.max(time, own.to) : own.to;
  return own.before + Math.max(0, Math.min(time, end) - own.from);
};

/**
 * Records without an active loop: an operator command; and, by the process that resumes, an unfinished iteration of a
 * killed loop.
 */
const isOfNoLoop = ({ type, data }: Timed): boolean =>
  type.startsWith('operator.') || (type === 'turn.discarded' && 'outcome' in data && data.outcome === 'cut_off');
