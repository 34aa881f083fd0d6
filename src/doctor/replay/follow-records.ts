/** Whether records follow from one another: a resealed chain is intact, but a count or a phase may not match. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { hasFailed, hasMoved } from '../../records/fold/progress.ts';
import type { LedgerData, WorkRecord } from '../../records/records.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { Decision } from '../../../gates/decide.ts';
import { listUnmet, statedMetrics, renderUnmet, type Unmet, nameRule } from '../../../gates/verdict.ts';

/** One part of a decision, and its other value. */
export interface Difference {
  /** `next`, `clauses`, or the part of the decision. */
  readonly what: string;
  readonly recorded: string;
  readonly again: string;
}

/** The result of an iteration, for tables. */
export interface Outcome {
  readonly can_exit: boolean;
  readonly next: Decision['next'];
  /** Why the work was halted over it; `null` where it was not. */
  readonly halt: string | null;
  /** Clauses of both gates that are not met, as written. */
  readonly unmet: readonly string[];
}

export const outcomeOf = (decision: Decision): Outcome => ({
  can_exit: decision.can_exit,
  next: decision.next,
  halt: decision.halt?.says ?? null,
  unmet: listUnmet(decision).map(({ clause }) => clause),
});

/** For two configs: the result of the iteration, and the clauses that hold it. */
export const compareOutcomes = (recorded: Decision, again: Decision): readonly Difference[] => {
  const [one, other] = [outcomeOf(recorded), outcomeOf(again)];
  const clauses = { what: 'clauses', recorded: one.unmet.join(', '), again: other.unmet.join(', ') };
  return [
    ...compareNext(recorded, again),
    ...(isDeepStrictEqual(one.unmet.toSorted(), other.unmet.toSorted()) ? [] : [clauses]),
  ];
};

/** For one and the same config: every part of the decision. */
export const compareDecisions = (recorded: Decision, again: Decision): readonly Difference[] => {
  const { gate_1: one, gate_2: other } = recorded;
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ['phase', recorded.phase, again.phase],
    ['iteration', recorded.iteration, again.iteration],
    ['can_exit', recorded.can_exit, again.can_exit],
    ['gate_1.satisfied', one.satisfied, again.gate_1.satisfied],
    ['gate_1.unmet', one.unmet.map(nameUnmet), again.gate_1.unmet.map(nameUnmet)],
    ['gate_1.condition', one.condition, again.gate_1.condition],
    ['gate_1.values', one.values, again.gate_1.values],
    ['gate_2.satisfied', other.satisfied, again.gate_2.satisfied],
    ['gate_2.unmet', other.unmet.map(nameUnmet), again.gate_2.unmet.map(nameUnmet)],
    ['gate_2.condition', other.condition, again.gate_2.condition],
    ['gate_2.source', other.source, again.gate_2.source],
    ['gate_2.channel', other.channel, again.gate_2.channel],
    ['approval', recorded.approval?.unmet.map(nameUnmet), again.approval?.unmet.map(nameUnmet)],
    ['reason', recorded.reason, again.reason],
    ['timestamp', recorded.timestamp, again.timestamp],
  ];
  const differing = parts.filter(([, was, is]) => !isDeepStrictEqual(was, is));
  return [
    ...compareNext(recorded, again),
    ...differing.map(([what, was, is]) => ({ what, recorded: show(was), again: show(is) })),
  ];
};

const compareNext = (recorded: Decision, again: Decision): readonly Difference[] =>
  recorded.next === again.next && isDeepStrictEqual(recorded.halt, again.halt)
    ? []
    : [{ what: 'next', recorded: nameNext(recorded), again: nameNext(again) }];

const nameNext = ({ next, halt }: Decision): string => (halt === undefined ? next : `${next} (${halt.says})`);

/** A recorded clause may have been written by hand: then its metrics may be no list. */
const nameUnmet = (unmet: Unmet): string => {
  const metrics = statedMetrics(unmet.metrics).join(', ');
  return `${renderUnmet(unmet)}${nameRule(unmet.rule)}${metrics === '' ? '' : ` [${metrics}]`}`;
};

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The state after the records before it. */
export interface ChartStatus {
  readonly state: WorkState;
  /** The position of the chart; null when the work is over. */
  readonly phase: string | null;
  /** The last iteration in which both gates exited its phase; null if there was none since the last recorded exit. */
  readonly pendingExit: { readonly phase: string; readonly iteration: number } | null;
}

/** Sentences, each about the record; none where it follows. Types without a state of their own are not checked. */
export const findOddities = (record: WorkRecord, before: ChartStatus): readonly string[] => {
  const { state, phase } = before;
  if (record.type === 'run.started') return state.run === '' ? [] : ['the run had already begun'];
  if (record.type === 'iteration.decided') return findWrongCounts(record.data.record, before);
  if (record.type === 'operator.accepted' && record.data.config !== undefined)
    return expectSame('its phase', record.data.phase, phase);
  if (record.type === 'phase.exited') return findWrongExit(record.data, before);
  if (record.type !== 'run.ended') return [];
  const { status } = record.data;
  if ((status === 'completed' || status === 'aborted') === (phase === null)) return [];
  return [`it says ${status}, but the work is ${phase === null ? 'at its end' : `in ${phase}`}`];
};

const findWrongCounts = (record: IterationRecord, { state, phase }: ChartStatus): readonly string[] => [
  ...expectSame('its run', record.run, state.run),
  ...expectSame('its phase', record.phase, phase),
  ...expectSame('its iteration', record.iteration, state.iteration + 1),
  ...expectSame('its attempt', record.attempt, state.discarded + 1),
  ...expectSame('its metric iteration', record.metrics.iteration, record.iteration),
  ...expectSame('its iterations_used', record.iterations_used, state.iterationsUsed + 1),
  ...findWrongStandstill(record, state),
  ...findWrongApproval(record, state),
];

/** The answer of a person is in the record before the decision, after the question. */
const findWrongApproval = ({ approval }: IterationRecord, { openEnds }: WorkState): readonly string[] => {
  const answer = openEnds.approval?.answer;
  return isDeepStrictEqual(approval, answer)
    ? []
    : expectSame('its approval', JSON.stringify(approval ?? null), JSON.stringify(answer ?? null));
};

/** Progress is determined before mutation check, review, and the tree of a commit: these may find changed sources. */
const findWrongStandstill = (record: IterationRecord, { seen, phaseTree, breaker }: WorkState): readonly string[] => {
  const { metrics, turn, progress, without_progress: counted } = record;
  // Records from before the breaker have only the count.
  const ranLater = metrics.mutants_tested !== undefined || metrics.review_approved !== undefined;
  if (progress === undefined || ranLater) return [];
  const looks = [record, { ...record, metrics: { ...metrics, tree_stable: true } }];
  const moved = looks.map((look) => hasMoved(seen, phaseTree, look));
  if (!moved.includes(progress)) return expectSame('its progress', progress, moved[0]);
  const follows = progress ? 0 : breaker.no_progress + (hasFailed({ turn }, progress) ? 0 : 1);
  return expectSame('its without_progress', counted, follows);
};

const findWrongExit = (
  { phase, iteration, forced_exit }: LedgerData['phase.exited'],
  { state, pendingExit }: ChartStatus,
): readonly string[] => {
  if (forced_exit) return state.forced.some((each) => each.phase === phase) ? [] : [`no operator forced ${phase}`];
  return pendingExit?.phase === phase && pendingExit.iteration === iteration
    ? []
    : [`no decision before it exits ${phase} in iteration ${iteration}`];
};

const expectSame = (what: string, is: unknown, follows: unknown): readonly string[] =>
  is === follows ? [] : [`${what} is ${JSON.stringify(is)}, but the records before it give ${JSON.stringify(follows)}`];
