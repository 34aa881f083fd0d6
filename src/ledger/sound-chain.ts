/**
 * The fast check of a sound chain: each line is the next record, byte for byte as expected, and only one head is
 * kept, for any length of the ledger. Its only results are "as expected" and "check further"; `check-chain.ts` finds
 * the problem and its position.
 *
 * @module
 */
import type { LedgerHead } from './check-chain.ts';
import { FIRST_PREV, FRAME_END_LENGTH, FRAME_START, hashBytes, SEAL_LENGTH } from './ledger-record.ts';
import { isPrintedObject } from './scan-json.ts';

interface SoundChain {
  /**
   * Takes the line between `start` and `end`, without its newline. `false`, from then on, when it is not the next
   * record.
   */
  readonly see: (bytes: Buffer, start: number, end: number) => boolean;
  /** Whether every line was the next record, and the anchor is one of these records. */
  readonly holds: (anchor: LedgerHead | null) => boolean;
  /** Whether the anchored record was found, and differs: then all of them were sealed again. */
  readonly isAnother: (anchor: LedgerHead | null) => boolean;
  /** Records up to the last one. */
  readonly records: () => number;
  readonly head: () => LedgerHead | null;
}

const NO_HEAD: LedgerHead = { seq: -1, hash: FIRST_PREV };
/** No start of a record is longer: what `FRAME_START` matches at the most. */
const MAX_START_LENGTH = 150;

/**
 * @param after - the record that the first line has to be chained to; the beginning of a ledger by default
 * @param anchored - of the anchor: its position, so that the hash there is kept
 */
export const createSoundChain = ({
  after = NO_HEAD,
  anchored = null,
}: {
  readonly after?: LedgerHead;
  readonly anchored?: number | null;
} = {}): SoundChain => {
  let { seq, hash } = after;
  let sound = true;
  let hashThere = seq === anchored ? hash : null;

  const isNext = (bytes: Buffer, start: number, end: number): boolean => {
    const tail = end - FRAME_END_LENGTH;
    if (tail <= start) return false;
    const opening = FRAME_START.exec(bytes.toString('latin1', start, Math.min(tail + 1, start + MAX_START_LENGTH)));
    if (opening === null || opening[1] !== String(seq + 1)) return false;
    const own = hashBytes(bytes.subarray(start, end - SEAL_LENGTH));
    if (bytes.toString('latin1', tail, end) !== `,"prev":"${hash}","hash":"${own}"}`) return false;
    if (!isPrintedObject(bytes, start + opening[0].length, tail)) return false;
    hash = own;
    return true;
  };

  return {
    see: (bytes, start, end) => {
      sound &&= isNext(bytes, start, end);
      if (!sound) return false;
      seq += 1;
      if (seq === anchored) hashThere = hash;
      return true;
    },
    holds: (anchor) => sound && (anchor === null || (anchor.seq === anchored && anchor.hash === hashThere)),
    isAnother: (anchor) =>
      anchor !== null && anchor.seq === anchored && hashThere !== null && anchor.hash !== hashThere,
    records: () => seq + 1,
    head: () => (seq < 0 ? null : { seq, hash }),
  };
};
