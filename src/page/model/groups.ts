/**
 * The records of a run, by iteration: what began a run is the first group, and each turn of the agent at a new iteration begins
 * another. A group that got no new records is the same object as before, so that what was made of it can be kept.
 *
 * @module
 */
import type { PageRecord } from '../page-data.ts';

export interface RecordGroup {
  /** Among the iterations of the run, from 1; 0 for what was before the first. */
  readonly n: number;
  /** Null before the first iteration. */
  readonly phase: string | null;
  /** Within the phase, from 1; null before the first. */
  readonly iteration: number | null;
  readonly records: readonly PageRecord[];
}

/** `groups` with `records` behind them. Pure; costs what the new records cost, and one copy of the list. */
export const addRecords = (groups: readonly RecordGroup[], records: readonly PageRecord[]): readonly RecordGroup[] => {
  if (records.length === 0) return groups;
  const grown = [...groups];
  let last = grown.pop() ?? { n: 0, phase: null, iteration: null, records: [] };
  let own = [...last.records];
  for (const record of records) {
    const place = placeOf(record);
    if (place !== null && !goesOn(last, own, place)) {
      grown.push({ ...last, records: own });
      const { phase, iteration } = place;
      last = { n: last.n + 1, phase, iteration, records: [] };
      own = [];
    }
    own.push(record);
  }
  grown.push({ ...last, records: own });
  return grown;
};

interface Place {
  readonly phase: string;
  readonly iteration: number;
}

/** Where the work of an iteration belongs to. Ledgers before 0.2 have no `turn.begun`. */
const placeOf = (record: PageRecord): Place | null => {
  switch (record.type) {
    case 'turn.begun':
    case 'turn.ended':
    case 'tests.ended':
    case 'attempt.void':
      return record.data;
    case 'iteration.decided':
      return record.data.record;
    default:
      return null;
  }
};

/** Another attempt at an iteration that was not decided. */
const goesOn = ({ phase, iteration }: RecordGroup, records: readonly PageRecord[], place: Place): boolean =>
  place.phase === phase &&
  place.iteration === iteration &&
  !records.some(({ type }) => type === 'iteration.decided' || type === 'operator.rolled_back');
