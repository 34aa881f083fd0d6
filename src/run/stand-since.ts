/**
 * Where a run stands by its checkpoint and the quiet records that came after it: none of them moves the chart.
 *
 * @module
 */
import type { ReadCheckpoint } from './read-checkpoint.ts';
import type { Standing } from './read-run.ts';
import { describeStatus } from './run-status.ts';
import { asWorkRecord } from './work-record.ts';
import { foldWork } from './work-state.ts';

/** Pure: the same as folding the whole ledger. */
export const standSince = ({ status, state: stateAt, since }: ReadCheckpoint): Standing => {
  const { run, phase, phases } = status;
  let state = stateAt();
  for (const record of since) state = foldWork(state, asWorkRecord(record));
  return { run, state, phase, status: describeStatus({ state, phases, phase, head: since.at(-1) ?? status.head }) };
};
