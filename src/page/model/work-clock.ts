/**
 * The clock of a run: from each start or resume to the end that follows, everything included that a loop did meanwhile, its waits too. It
 * stands still from the end of a run to its resume, so that a night in between takes no room. The run time of the page and of the reports
 * is this one.
 *
 * @module
 */
import type { WorkRecord } from '../../records/work-record.ts';

export interface WorkClock {
  /** Milliseconds of work from the beginning to then. @param at - ISO 8601, or milliseconds of the epoch */
  readonly workedAt: (at: string | number) => number;
  /** Up to the last record. */
  readonly total: number;
  /** Whether it goes on after the last record: no end was recorded. */
  readonly goesOn: boolean;
}

interface Stretch {
  readonly from: number;
  to: number;
  readonly before: number;
}

/** Recorded while no loop goes on: an operator's order; and, by whoever goes on with it, that a killed loop left an iteration half done. */
const isOfNoLoop = (record: WorkRecord): boolean =>
  record.type.startsWith('operator.') || (record.type === 'attempt.void' && record.data.outcome === 'cut_off');

export const createWorkClock = (records: Iterable<WorkRecord>): WorkClock => {
  const stretches: Stretch[] = [];
  let open: Stretch | null = null;
  for (const record of records) {
    const { type, at } = record;
    const time = Date.parse(at);
    if (type === 'run.started' || type === 'run.resumed' || stretches.length === 0) {
      const last = stretches.at(-1);
      open = { from: time, to: time, before: last === undefined ? 0 : last.before + last.to - last.from };
      stretches.push(open);
    }
    if (open !== null && !isOfNoLoop(record)) open.to = Math.max(open.to, time);
    if (type === 'run.settled') open = null;
  }
  const last = stretches.at(-1);
  const goesOn = open !== null;
  return {
    workedAt: (at) => {
      const time = typeof at === 'number' ? at : Date.parse(at);
      const own = stretches.findLast(({ from }) => from <= time) ?? stretches[0];
      if (own === undefined) return 0;
      const end = goesOn && own === last ? Math.max(time, own.to) : own.to;
      return own.before + Math.max(0, Math.min(time, end) - own.from);
    },
    total: last === undefined ? 0 : last.before + last.to - last.from,
    goesOn,
  };
};
