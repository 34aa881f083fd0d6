/**
 * The records of a run that the page has, by iteration; of a long run not all of them. A group that got no new records is the same object as
 * before, so that what was made of it can be kept.
 *
 * @module
 */
import type { PlacedRecord } from '../page-data.ts';

export interface RecordGroup {
  /** Among the iterations of the run, from 1; 0 for what was before the first. */
  readonly n: number;
  readonly records: readonly PlacedRecord[];
}

/** `groups` with `records` behind them. Pure; costs what the new records cost, and one copy of the list. */
export const addRecords = (
  groups: readonly RecordGroup[],
  records: readonly PlacedRecord[],
): readonly RecordGroup[] => {
  if (records.length === 0) return groups;
  const grown = [...groups];
  for (const part of cut(records)) {
    const last = grown.at(-1);
    if (last?.n === part.n) grown[grown.length - 1] = { n: part.n, records: [...last.records, ...part.records] };
    else grown.push(part);
  }
  return grown;
};

/** `groups` with these of older iterations among them. One that is there already stays, unless these are more of it. Pure. */
export const insertRecords = (
  groups: readonly RecordGroup[],
  records: readonly PlacedRecord[],
): readonly RecordGroup[] => {
  const known = new Map(groups.map((group) => [group.n, group]));
  for (const part of cut(records)) {
    if (part.records.length > (known.get(part.n)?.records.length ?? 0)) known.set(part.n, part);
  }
  return [...known.values()].toSorted((one, other) => one.n - other.n);
};

/** In pieces of one iteration each. */
const cut = (records: readonly PlacedRecord[]): readonly RecordGroup[] => {
  const parts: { readonly n: number; readonly records: PlacedRecord[] }[] = [];
  for (const record of records) {
    const last = parts.at(-1);
    if (last?.n === record.n) last.records.push(record);
    else parts.push({ n: record.n, records: [record] });
  }
  return parts;
};
