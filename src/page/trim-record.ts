/**
 * A record for the page: a few kilobytes, whatever the agent or the tests wrote into it, so that a run of a thousand
 * iterations is a page of a few megabytes. Unused parts are left out: the config (which may name keys), the baseline,
 * the frozen files.
 *
 * @module
 */
import { EMPTY_BASELINE } from '../evidence/baseline.ts';
import type { LedgerData, WorkRecord } from '../records/catalogue/records.ts';
import type { PhaseExit } from '../records/catalogue/decision.records.ts';
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
const leaveOut = (record: WorkRecord): WorkRecord => {
  switch (record.type) {
    case 'run.started':
      return { ...record, data: leaveStartOut(record.data) };
    case 'approval.asked': {
      const { exit, ...data } = record.data;
      return { ...record, data: exit === undefined ? data : { ...data, exit: leaveExitOut(exit) } };
    }
    case 'iteration.decided': {
      const { exit, ...data } = record.data;
      return { ...record, data: exit === undefined ? data : { ...data, exit: leaveExitOut(exit) } };
    }
    case 'operator.skipped':
      return { ...record, data: { ...record.data, exit: leaveExitOut(record.data.exit) } };
    case 'operator.accepted': {
      const { config } = record.data;
      if (config === undefined) return record;
      return { ...record, data: { ...record.data, config: { ...config, config: null, frozen: {} } } };
    }
    case 'operator.reopened':
    case 'run.resumed':
    case 'work.committed':
    case 'work.rolled_back':
    case 'turn.started':
    case 'turn.ended':
    case 'review.ended':
    case 'tests.ended':
    case 'session.completed':
    case 'phase.exited':
    case 'turn.discarded':
    case 'breaker.changed':
    case 'chart.halted':
    case 'operator.resumed':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.rolled_back':
    case 'operator.guided':
    case 'operator.approved':
    case 'operator.rejected':
    case 'run.ended':
      return record;
  }
};

const leaveStartOut = (data: LedgerData['run.started']): LedgerData['run.started'] => {
  const kept = Object.fromEntries(Object.entries(data).filter(([key]) => key !== 'sources' && key !== 'lists'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without what may be absent
  const lean = kept as unknown as LedgerData['run.started'];
  return { ...lean, config: null, baseline: EMPTY_BASELINE, frozen: {} };
};

const leaveExitOut = (exit: PhaseExit): PhaseExit => ({ ...exit, frozen: {}, tests: [], failing: [] });
