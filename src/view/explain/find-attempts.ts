/**
 * The attempts at an iteration that ended without a decision, and why: crashed turns, limits of a provider, invalid
 * measurements. Pure.
 *
 * @module
 */
import type { DiscardedOutcome } from '../../records/discarded-outcome.ts';
import type { WorkRecord } from '../../records/records.ts';
import type { Which } from './is-enough.ts';

export interface DiscardedTurn {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  /** `null` in ledgers without it. */
  readonly outcome: DiscardedOutcome | null;
  readonly why: string;
  /** ISO 8601: the end of the wait for a provider's limit; null without a wait. */
  readonly wait_until: string | null;
}

/** In order. */
export const listAttempts = (records: readonly WorkRecord[]): readonly DiscardedTurn[] =>
  records.flatMap((record) => {
    if (record.type !== 'turn.discarded') return [];
    const { phase, iteration, attempt, outcome = null, why, wait_until = null } = record.data;
    return [{ phase, iteration, attempt, at: record.at, outcome, why, wait_until }];
  });

/**
 * Attempts at an iteration without a decision; none if it was decided, or nothing was tried.
 *
 * @param which - number within its phase, null for the last attempt; phase, null for that of the last decision or
 * attempt. If both are null in a run with a decision, there are none: then the last decision is meant.
 */
export const explainUndecided = (records: readonly WorkRecord[], which: Which): readonly DiscardedTurn[] => {
  const places = records.flatMap(placeOf);
  const isAskedForLast = which.phase === null && which.iteration === null;
  if (isAskedForLast && places.some(({ isDecided }) => isDecided)) return [];
  const phase = which.phase ?? places.at(-1)?.phase;
  const fits = (each: Place): boolean =>
    each.phase === phase && (which.iteration === null || each.iteration === which.iteration);
  if (places.some((each) => each.isDecided && fits(each))) return [];
  const tried = listAttempts(records).filter((each) => fits({ ...each, isDecided: false }));
  const last = tried.at(-1);
  return tried.filter(({ iteration }) => iteration === last?.iteration);
};

interface Place {
  readonly phase: string;
  readonly iteration: number;
  readonly isDecided: boolean;
}

const placeOf = (record: WorkRecord): readonly Place[] => {
  if (record.type === 'iteration.decided') return [{ ...record.data.decision, isDecided: true }];
  return record.type === 'turn.discarded' ? [{ ...record.data, isDecided: false }] : [];
};
