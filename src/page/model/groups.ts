/**
 * The records of a run, by iteration: what began a run is the first group, and each turn of the agent at a new iteration begins
 * another. A group that got no new records is the same object as before, so that what was made of it can be kept.
 *
 * @module
 */
import { beginsIteration } from '../../view/iteration-place.ts';
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
    const { n, phase: former, iteration: number } = last;
    const current = former === null || number === null ? null : { phase: former, iteration: number };
    const place = beginsIteration(current, own, record);
    if (place !== null) {
      grown.push({ ...last, records: own });
      const { phase, iteration } = place;
      last = { n: n + 1, phase, iteration, records: [] };
      own = [];
    }
    own.push(record);
  }
  grown.push({ ...last, records: own });
  return grown;
};
