/**
 * Whether the last records of a run are enough to explain one of its iterations as all of them do. Pure.
 *
 * @module
 */
import type { LedgerData, WorkRecord } from '../../records/records.ts';

/** The iteration to explain. */
export interface Which {
  /** Within its phase; null for the last. */
  readonly iteration: number | null;
  /** Null for that of the last decision. */
  readonly phase: string | null;
}

/** They have its decision with its turn, and the decision before it. An explanation needs nothing else from before. */
export const isEnough = (records: readonly WorkRecord[], which: Which): boolean => {
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  const phase = which.phase ?? decided.at(-1)?.record.phase;
  const at = decided.findLastIndex(
    ({ record }) => record.phase === phase && (which.iteration === null || record.iteration === which.iteration),
  );
  const found = decided[at];
  if (found === undefined || at === 0) return false;
  return (
    // A verdict about the same sources may be of any time.
    found.record.metrics.review_approved === undefined &&
    records.some((each) => each.type === 'turn.ended' && isTurnOf(each.data, found)) &&
    (which.iteration === null || which.phase !== null || lastTried(records) === phase)
  );
};

const isTurnOf = (
  { phase, iteration, attempt }: LedgerData['turn.ended'],
  { record }: LedgerData['iteration.decided'],
): boolean => phase === record.phase && iteration === record.iteration && attempt === record.attempt;

/** The phase of the last decision or discarded turn: without a phase, a number is looked for there first. */
const lastTried = (records: readonly WorkRecord[]): string | undefined => {
  const last = records.findLast(({ type }) => type === 'iteration.decided' || type === 'turn.discarded');
  if (last?.type === 'iteration.decided') return last.data.decision.phase;
  return last?.type === 'turn.discarded' ? last.data.phase : undefined;
};
