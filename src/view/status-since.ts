/**
 * The status of a run from its checkpoint and the quiet records after it: none of them changes the chart.
 *
 * @module
 */
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import { createSoundChain } from '../ledger/sound-chain.ts';
import { createLineCutter } from '../lines/cut-lines.ts';
import { QUIET_RECORDS } from './checkpoint.ts';
import type { Checkpoint } from './read-checkpoint.ts';
import type { RunSummary } from './read-run.ts';
import { describeStatus } from './run-status.ts';
import { asWorkRecord } from '../records/records.ts';
import { foldWork } from '../records/fold/fold-work.ts';

/**
 * Pure: the same result as folding the whole ledger. `null` when the later records are not quiet, or not chained to
 * the checkpoint.
 */
export const statusSince = (checkpoint: Checkpoint): RunSummary | null => {
  const { run, phase, phases, head } = checkpoint.status;
  const since = readTail(checkpoint);
  if (since === null) return null;
  let state = checkpoint.state();
  for (const record of since) state = foldWork(state, asWorkRecord(record));
  return { run, state, phase, status: describeStatus({ state, phases, phase, head: since.at(-1) ?? head }) };
};

/** The records since; `null` when they are not quiet, or not chained to the checkpoint. */
export const readTail = ({ status, tail, anchor }: Checkpoint): readonly LedgerRecord[] | null => {
  const after = status.head;
  const chain = createSoundChain({ after, anchored: anchor?.seq ?? null });
  const since: LedgerRecord[] = [];
  createLineCutter((line) => {
    if (chain.see(line, 0, line.length)) since.push(parseLine(line.toString('utf8')));
  }).push(tail);
  const isAnchored = anchor === null || anchor.seq < after.seq || chain.holds(anchor);
  return chain.holds(null) && isAnchored && since.every(({ type }) => QUIET_RECORDS.has(type)) ? since : null;
};
