/** The end of a ledger after a checkpoint: enough for what is asked most often, at a cost that does not grow with the run. */
import { createLineCutter } from '../base/cut-lines.ts';
import { type LedgerRecord, parseLine } from '../ledger/ledger-record.ts';
import { createSoundChain } from '../ledger/sound-chain.ts';
import { type Checkpoint, QUIET_RECORDS } from './read-checkpoint.ts';

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
