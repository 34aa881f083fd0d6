/**
 * One iteration as the page shows it in a row: how it ended, what was counted, how long it took. Made of its records alone.
 *
 * @module
 */
import type { TurnUsage } from '../../../gates/iteration.ts';
import type { LedgerData } from '../../records/work-record.ts';
import type { PageRecord } from '../page-data.ts';
import { addUsage } from '../../text/amounts.ts';
import type { RecordGroup } from './groups.ts';

/** `halted`: held, and the run stopped over it. `open`: not decided. `forced`: an operator left the phase from here. */
export type Outcome = 'left' | 'held' | 'halted' | 'open' | 'forced';

export interface Counts {
  readonly passing: number;
  readonly failing: number;
  readonly skipped: number;
}

export interface IterationView {
  readonly n: number;
  readonly phase: string;
  readonly iteration: number;
  /** ISO 8601. */
  readonly began: string;
  /** ISO 8601: its last record. */
  readonly at: string;
  readonly outcome: Outcome;
  /** What the two gates said together; why it goes on is none where nothing was decided. */
  readonly reason: string;
  /** Clauses that are not met, of both gates. */
  readonly unmet: readonly string[];
  readonly gate_1: boolean | null;
  readonly gate_2: boolean | null;
  /** Of the last test run; null where none ended. */
  readonly counts: Counts | null;
  readonly test_runs: number;
  /** Green runs in a row, of the last tree. */
  readonly green_runs: number;
  /** Turns that came to nothing. */
  readonly voids: number;
  /** Milliseconds, from its beginning to its decision. */
  readonly ms: number;
  readonly agent_ms: number;
  readonly tests_ms: number;
  readonly usage: TurnUsage | null;
}

const made = new WeakMap<RecordGroup, IterationView>();

/** Null for what was before the first iteration. */
export const viewIteration = (group: RecordGroup): IterationView | null => {
  const { n, phase, iteration } = group;
  if (phase === null || iteration === null) return null;
  const known = made.get(group);
  if (known !== undefined) return known;
  const view = { n, phase, iteration, ...measured(group.records), ...decided(group) };
  made.set(group, view);
  return view;
};

/** The decision of a group; null where there is none. */
export const decisionOf = (records: readonly PageRecord[]): LedgerData['iteration.decided'] | null =>
  findDecided(records)?.data ?? null;

/** The same with what was cut of it. */
export const findDecided = (records: readonly PageRecord[]): Decided | undefined =>
  records.find((record): record is Decided => record.type === 'iteration.decided');

type Decided = PageRecord & { readonly type: 'iteration.decided' };

export const testRunsOf = (records: readonly PageRecord[]): readonly LedgerData['tests.ended'][] =>
  records.flatMap((record) => (record.type === 'tests.ended' ? [record.data] : []));

export const turnsOf = (records: readonly PageRecord[]): readonly LedgerData['turn.ended'][] =>
  records.flatMap((record) => (record.type === 'turn.ended' ? [record.data] : []));

const measured = (records: readonly PageRecord[]) => {
  const runs = testRunsOf(records);
  const turns = turnsOf(records);
  const last = runs.at(-1);
  return {
    counts: last === undefined ? null : countsOf(last.counts),
    test_runs: runs.length,
    green_runs: runs.reduce((row, { green, tree }, at) => {
      if (!green) return 0;
      return at > 0 && runs[at - 1]?.tree === tree ? row + 1 : 1;
    }, 0),
    voids: records.filter(({ type }) => type === 'attempt.void').length,
    agent_ms: turns.reduce((ms, { turn }) => ms + turn.ms, 0),
    tests_ms: runs.reduce((sum, { ms }) => sum + ms, 0),
    usage: turns.reduce<TurnUsage | null>((sum, { turn }) => addUsage(sum, turn.usage), null),
  };
};

const decided = ({ phase, records }: RecordGroup) => {
  const data = decisionOf(records);
  const began = records[0]?.at ?? '';
  const at = records.at(-1)?.at ?? began;
  const isForced = records.some((each) => each.type === 'operator.skipped' && each.data.phase === phase);
  if (data === null) {
    const ms = Math.max(0, Date.parse(at) - Date.parse(began));
    const outcome: Outcome = isForced ? 'forced' : 'open';
    return { began, at, outcome, reason: '', unmet: [], gate_1: null, gate_2: null, ms };
  }
  const { decision, record } = data;
  const start = Date.parse(began) < Date.parse(record.started_at) ? began : record.started_at;
  return {
    began: start,
    at,
    outcome: outcomeOf(decision, isForced),
    reason: decision.halt?.says ?? decision.reason,
    unmet: [...decision.gate_1.unmet, ...decision.gate_2.unmet].map(({ clause }) => clause),
    gate_1: decision.gate_1.satisfied,
    gate_2: decision.gate_2.satisfied,
    ms: Math.max(0, Date.parse(record.ended_at) - Date.parse(start)),
  };
};

const outcomeOf = ({ can_exit, next }: LedgerData['iteration.decided']['decision'], isForced: boolean): Outcome => {
  if (can_exit) return 'left';
  if (isForced) return 'forced';
  return next === 'hold' ? 'held' : 'halted';
};

export const countsOf = ({
  suite_passing,
  suite_failing,
  suite_skipped,
}: LedgerData['tests.ended']['counts']): Counts => ({
  passing: suite_passing,
  failing: suite_failing,
  skipped: suite_skipped,
});
