/** One row for each iteration, folded from the records, of which only those of the active one are kept. Pure. */
import type { TurnUsage } from '../../gates/iteration.ts';
import { listUnmet, sayWhy } from '../../gates/verdict.ts';
import { foldWait } from '../records/fold/fold-sums.ts';
import { sumUsage } from '../records/fold/spending.ts';
import { foldClock, type WorkClock, workedAt } from '../records/fold/work-position.ts';
import type { LedgerData, WorkRecord } from '../records/records.ts';

/** `halted`: held, and the run stopped over it. `open`: not decided. `forced`: an operator forced the exit of the phase here. */
export type Outcome = 'exited' | 'held' | 'halted' | 'open' | 'forced';

export interface Counts {
  readonly passing: number;
  readonly failing: number;
  readonly skipped: number;
}

export interface IterationRow {
  /** Among the iterations of the run, from 1. */
  readonly n: number;
  readonly phase: string;
  readonly iteration: number;
  /** ISO 8601. */
  readonly began: string;
  /** ISO 8601: its last record. */
  readonly at: string;
  readonly outcome: Outcome;
  /** The result of the two gates; empty where nothing was decided. */
  readonly reason: string;
  /** Clauses that are not met, of both gates. */
  readonly unmet: readonly string[];
  readonly gate_1: boolean | null;
  readonly gate_2: boolean | null;
  /** For the last run of the whole suite; null when none ended. */
  readonly counts: Counts | null;
  readonly test_runs: number;
  /** Green runs in a row, of the last tree. */
  readonly green_runs: number;
  readonly discarded: number;
  /** Milliseconds of activity from its start to its decision. */
  readonly ms: number;
  /** Milliseconds of work since the run began: its start and end on a time axis. */
  readonly from: number;
  readonly to: number;
  readonly agent_ms: number;
  readonly tests_ms: number;
  readonly usage: TurnUsage | null;
  /** The last times in which the loop only waited, on the same axis; absent without any. */
  readonly waits?: readonly Waited[];
}

/** A cooldown, a limit of the provider, a pause before the next try, or a person who was asked. */
export interface Waited {
  readonly from: number;
  /** Null: it lasts until the next iteration, or until now. */
  readonly to: number | null;
}

export interface RowsFold {
  /** The iteration of the last record; null before the first. */
  readonly row: IterationRow | null;
  readonly records: readonly WorkRecord[];
  /** The periods of work since it began. */
  readonly clocks: readonly WorkClock[];
}

export const NO_ROWS: RowsFold = { row: null, records: [], clocks: [] };

/** After one more record: its iteration, new or updated. */
export const foldRow = ({ row, records, clocks }: RowsFold, record: WorkRecord): RowsFold => {
  const last = clocks.at(-1) ?? null;
  const clock = foldClock(last, record);
  const isSame = last !== null && last.from === clock.from && last.before === clock.before;
  const stretches = [...(isSame ? clocks.slice(0, -1) : clocks), clock];
  const place = startsIteration(row, records, record);
  if (place === null && row === null) return { row, records, clocks: stretches.slice(-1) };
  const own = place === null ? [...records, record] : [record];
  const { phase, iteration } = place ?? row ?? { phase: '', iteration: 0 };
  const n = (row?.n ?? 0) + (place === null ? 0 : 1);
  const kept = place === null ? stretches : stretches.slice(-1);
  return { row: describeRow({ n, phase, iteration }, own, kept), records: own, clocks: kept };
};

const describeRow = (
  place: Pick<IterationRow, 'n' | 'phase' | 'iteration'>,
  records: readonly WorkRecord[],
  clocks: readonly WorkClock[],
): IterationRow => {
  const { took, ...ended } = describeEnd(place.phase, records);
  const start = Date.parse(ended.began);
  const from = workedAt(clocks, start);
  // An iteration that was cut off and began again after a resume took only the time of activity.
  const ms = Math.min(took, workedAt(clocks, start + took) - from);
  const to = ended.outcome === 'open' ? workedAt(clocks, Date.parse(ended.at)) : from + ms;
  const waits = listWaits(records, clocks);
  return { ...place, ...ended, ...measure(records), ms, from, to, ...(waits.length === 0 ? {} : { waits }) };
};

const MAX_WAITS = 50;
/** Any wait: only its times are of interest. */
const WAIT = { for: 'retry', until: '', why: '' } as const;

const listWaits = (records: readonly WorkRecord[], clocks: readonly WorkClock[]): readonly Waited[] => {
  const waits: Waited[] = [];
  let since: number | null = null;
  for (const record of records) {
    const isAsked = record.type === 'approval.asked' || record.type === 'approval.coded';
    const waiting = isAsked || foldWait(since === null ? null : WAIT, record) !== null;
    const now = workedAt(clocks, Date.parse(record.at));
    // One wait may follow another at once: a second attempt that came to nothing.
    if (since !== null && (!waiting || record.type === 'turn.discarded')) {
      waits.push({ from: since, to: now });
      since = null;
    }
    if (waiting) since ??= now;
  }
  return [...waits, ...(since === null ? [] : [{ from: since, to: null }])].slice(-MAX_WAITS);
};

const measure = (records: readonly WorkRecord[]) => {
  const runs = records.flatMap((record) => (record.type === 'tests.ended' ? [record.data] : []));
  const turns = records.flatMap((record) => (record.type === 'turn.ended' ? [record.data.turn] : []));
  const last = runs.findLast(({ part }) => part === undefined);
  return {
    counts:
      last === undefined
        ? null
        : {
            passing: last.counts.suite_passing,
            failing: last.counts.suite_failing,
            skipped: last.counts.suite_skipped,
          },
    test_runs: runs.length,
    green_runs: runs.reduce((row, { green, tree }, at) => {
      if (!green) return 0;
      return at > 0 && runs[at - 1]?.tree === tree ? row + 1 : 1;
    }, 0),
    discarded: records.filter(({ type }) => type === 'turn.discarded').length,
    agent_ms: turns.reduce((sum, { ms }) => sum + ms, 0),
    tests_ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    usage: turns.reduce<TurnUsage | null>((sum, { usage = null }) => sumUsage(sum, usage), null),
  };
};

/** `took`: milliseconds, breaks included. */
const describeEnd = (phase: string, records: readonly WorkRecord[]) => {
  const data = records.find((record) => record.type === 'iteration.decided')?.data;
  const began = records[0]?.at ?? '';
  const at = records.at(-1)?.at ?? began;
  const isForced = records.some((each) => each.type === 'operator.skipped' && each.data.phase === phase);
  if (data === undefined) {
    const took = Math.max(0, Date.parse(at) - Date.parse(began));
    const outcome: Outcome = isForced ? 'forced' : 'open';
    return { began, at, outcome, reason: '', unmet: [], gate_1: null, gate_2: null, took };
  }
  const { decision, record } = data;
  const start = Date.parse(began) < Date.parse(record.started_at) ? began : record.started_at;
  return {
    began: start,
    at,
    outcome: outcomeOf(decision, isForced),
    reason: sayWhy(decision),
    unmet: listUnmet(decision).map(({ clause }) => clause),
    gate_1: decision.gate_1.satisfied,
    gate_2: decision.gate_2.satisfied,
    took: Math.max(0, Date.parse(record.ended_at) - Date.parse(start)),
  };
};

const outcomeOf = ({ can_exit, next }: LedgerData['iteration.decided']['decision'], isForced: boolean): Outcome => {
  if (can_exit) return 'exited';
  if (isForced) return 'forced';
  return next === 'hold' ? 'held' : 'halted';
};

interface Place {
  readonly phase: string;
  /** Within the phase, from 1. */
  readonly iteration: number;
}

/** The iteration that a record begins; null where it belongs to the one before with its records so far, or to none yet. */
const startsIteration = (current: Place | null, own: readonly WorkRecord[], record: WorkRecord): Place | null => {
  const place = placeOf(record);
  if (place?.phase !== current?.phase || place?.iteration !== current?.iteration) return place;
  // Another attempt at an iteration that was not decided belongs to it.
  return own.some(({ type }) => type === 'iteration.decided' || type === 'operator.rolled_back') ? place : null;
};

const placeOf = ({ type, data }: WorkRecord): Place | null => {
  if (type === 'iteration.decided') return data.record;
  return type === 'turn.started' || type === 'turn.ended' || type === 'tests.ended' || type === 'turn.discarded'
    ? data
    : null;
};
