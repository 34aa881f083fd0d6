/**
 * A record for the page: a few kilobytes, whatever the agent or the tests wrote into it, so that a run of a thousand
 * iterations is a page of a few megabytes. Unused parts are left out: the config (which may name keys), the baseline,
 * the frozen files.
 *
 * @module
 */
import { kindOf, type WorkRecord } from '../records/records.ts';
import type { PageRecord } from './page-data.ts';
import { type Room, trimValue } from './trim-value.ts';

/** From the widest to one that holds anything. */
const ROOMS: readonly Room[] = [
  { text: 1_200, list: 25, keys: 80 },
  { text: 300, list: 10, keys: 80 },
  { text: 100, list: 4, keys: 60 },
];

/** Characters of JSON that a record may take before it is cut further. */
const MAX_RECORD = 12_000;

/**
 * A missing unmet clause would look met, and a missing metric would look unmeasured. Their number is bounded by the
 * config, the floor and the vocabulary.
 */
const WHOLE: readonly string[] = [
  'decision.gate_1.unmet',
  'decision.gate_2.unmet',
  'decision.approval.unmet',
  'record.metrics',
];

/** Pure. @param record - may have been trimmed before @param most - characters of JSON that it should not exceed */
export const trimRecord = (record: PageRecord, most = MAX_RECORD): PageRecord => {
  const lean = { ...leaveOut(record), totals: record.totals ?? {} };
  for (const room of ROOMS) {
    const trimmed = trimTo(lean, room);
    if (room === ROOMS.at(-1) || JSON.stringify(trimmed).length <= most) return trimmed;
  }
  return lean;
};

const trimTo = (record: PageRecord, room: Room): PageRecord => {
  const { value, totals: now } = trimValue(record.data, room, WHOLE);
  const { type, at } = record;
  // The limit of an earlier cut is not the original amount.
  const totals = { ...now, ...record.totals };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape, and the type is that of the data
  return { type, at, data: value, ...(Object.keys(totals).length === 0 ? {} : { totals }) } as unknown as PageRecord;
};

/** Without what no page shows. */
const leaveOut = ({ type, at, data }: WorkRecord): WorkRecord =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of this type keeps its type
  ({ type, at, data: kindOf(type).trims?.(data) ?? data }) as unknown as WorkRecord;
