/** The iteration of a run that a record belongs to. Pure. */
import type { WorkRecord } from '../records/records.ts';

interface Place {
  readonly phase: string;
  /** Within the phase, from 1. */
  readonly iteration: number;
}

/**
 * The iteration that a record begins; null where it belongs to the one before, or to none yet.
 *
 * @param current - of the iteration before; null before the first
 * @param own - its records so far
 */
export const startsIteration = (
  current: Place | null,
  own: readonly WorkRecord[],
  record: WorkRecord,
): Place | null => {
  const place = placeOf(record);
  return place === null || goesOn(current, own, place) ? null : place;
};

/** The iteration of a turn's work. */
const placeOf = (record: WorkRecord): Place | null => {
  const { type, data } = record;
  if (type === 'iteration.decided') return data.record;
  return type === 'turn.started' || type === 'turn.ended' || type === 'tests.ended' || type === 'turn.discarded'
    ? data
    : null;
};

/** Another attempt at an iteration that was not decided. */
const goesOn = (current: Place | null, own: readonly WorkRecord[], place: Place): boolean =>
  place.phase === current?.phase &&
  place.iteration === current.iteration &&
  !own.some(({ type }) => type === 'iteration.decided' || type === 'operator.rolled_back');
