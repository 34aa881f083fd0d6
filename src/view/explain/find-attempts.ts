/**
 * The attempts at an iteration that came to no decision, and why: crashed turns, limits of a provider, void measurements. Pure.
 *
 * @module
 */
import type { TurnOutcome } from '../../../gates/iteration.ts';
import type { WorkRecord } from '../../records/catalogue/records.ts';

export interface VoidAttempt {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  /** `null` in ledgers that do not tell. */
  readonly outcome: TurnOutcome | 'cut_off' | null;
  readonly why: string;
  /** ISO 8601: until when the limit of a provider was waited out; null where nothing was waited for. */
  readonly wait_until: string | null;
}

/** In order. */
export const listAttempts = (records: readonly WorkRecord[]): readonly VoidAttempt[] =>
  records.flatMap((record) => {
    if (record.type !== 'attempt.void') return [];
    const { phase, iteration, attempt, outcome = null, why, wait_until = null } = record.data;
    return [{ phase, iteration, attempt, at: record.at, outcome, why, wait_until }];
  });

/**
 * Attempts at an iteration that was not decided; none where it was, or where nothing was tried.
 *
 * @param which - number within its phase, null for the last that was tried; phase, null for that of the last decision or
 * attempt. Of a run in which something was decided, nothing when neither is given: then the last decision is asked for.
 */
export const explainUndecided = (
  records: readonly WorkRecord[],
  which: { readonly iteration: number | null; readonly phase: string | null },
): readonly VoidAttempt[] => {
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
  return record.type === 'attempt.void' ? [{ ...record.data, isDecided: false }] : [];
};
