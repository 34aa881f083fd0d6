/**
 * Checks whether the records follow from one another. A chain of hashes cannot show that: a person may have sealed a
 * chain again in which every record is intact, but a count or a phase does not match the records before it. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { hasFailed, hasMoved } from '../../records/fold/progress.ts';
import type { LedgerData, WorkRecord } from '../../records/records.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

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

/**
 * Progress is determined before the mutation check and the review, and before the tree of a commit is made; both may find changed
 * sources.
 */
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
