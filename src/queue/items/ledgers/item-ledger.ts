/** The ledger of one item as bytes: read with its chain and its anchor checked, and continued. */
import type { LedgerHead } from '../../../ledger/check-chain.ts';
import { LedgerError } from '../../../ledger/ledger-error.ts';
import { stampFormat } from '../../../ledger/format.ts';
import { FIRST_PREV, parseLine, sealRecord } from '../../../ledger/ledger-record.ts';
import { createSoundChain } from '../../../ledger/sound-chain.ts';
import { asItemRecord, type ItemDraft, type ItemRecord } from '../item-record.ts';

export interface ItemLedger {
  readonly records: readonly ItemRecord[];
  readonly head: LedgerHead;
  readonly bytes: Buffer;
}

/** @throws {LedgerError} `broken`, at `place`: a record is changed, or the anchored one is another or missing */
export const readItemLedger = (found: Buffer, place: string, anchor: LedgerHead | null): ItemLedger => {
  const bytes = wholeLines(found);
  const records: ItemRecord[] = [];
  const chain = readChain(bytes, { anchor, onLine: (line) => records.push(asItemRecord(parseLine(line))) });
  const head = chain.head();
  if (!chain.holds(anchor) || head === null)
    throw new LedgerError(
      'broken',
      `Cannot trust the ledger ${place}: ${
        chain.holds(null) && head !== null
          ? `it does not contain the anchored record ${anchor?.seq ?? 0}`
          : `record ${chain.records()} does not follow from the one before it`
      }. Restore it from a copy; dualgate work verify checks all of them.`,
      { path: place },
    );
  return { records, head, bytes };
};

/** A line without its end is one that a crash cut off, or that is being written. */
export const wholeLines = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf(10) + 1);

interface ChainToRead {
  readonly anchor?: LedgerHead | null;
  readonly onLine: (line: string) => void;
}

/** Reads complete lines, up to the first one that does not follow. */
export const readChain = (
  bytes: Buffer,
  { anchor = null, onLine }: ChainToRead,
): ReturnType<typeof createSoundChain> => {
  const chain = createSoundChain({ anchored: anchor?.seq ?? null });
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    if (end < 0 || !chain.see(bytes, start, end)) break;
    onLine(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return chain;
};

/** With further records; nothing is written. @param before - `null`: a new ledger */
export const extendItemLedger = (before: ItemLedger | null, drafts: readonly ItemDraft[], now: Date): ItemLedger => {
  let head = before?.head ?? { seq: -1, hash: FIRST_PREV };
  const records = [...(before?.records ?? [])];
  const lines: Buffer[] = [before?.bytes ?? Buffer.alloc(0)];
  for (const { type, data } of drafts) {
    const sealed = sealRecord({
      seq: head.seq + 1,
      at: now,
      type,
      data: stampFormat({ ...data }),
      prev: head.hash,
    });
    head = sealed.record;
    records.push(asItemRecord(sealed.record));
    lines.push(Buffer.from(`${sealed.line}\n`));
  }
  return { records, head: { seq: head.seq, hash: head.hash }, bytes: Buffer.concat(lines) };
};
