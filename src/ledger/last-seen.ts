/**
 * What a ledger's file was like when dualgate last wrote to it. Whoever touches it moves a time that nobody can set (the
 * one of the last change), or the bytes at its end; then the whole chain is hashed again, so that a backup that only made a
 * hard link ends no run, and a changed record is named.
 *
 * @module
 */
import { type BigIntStats, fstatSync, readSync, statSync } from 'node:fs';
import { createChainCheck } from './check-chain.ts';
import { createLineCutter } from '../lines/cut-lines.ts';
import { SEAL_LENGTH } from './ledger-record.ts';

interface LastSeen {
  /** What somebody else did to the file since it was last seen, in words; `null`: nothing. Constant time while nobody touches it. */
  readonly findChange: () => string | null;
  /** Takes the file as it is for what dualgate left, after it wrote `line` to its end; in words what does not fit that. */
  readonly see: (line: Buffer) => string | null;
}

/** Bytes of the last record that are read back before each append. */
const TAIL_BYTES = 4096;
const CHUNK_BYTES = 1 << 20;

/** @param descriptor - open for reading; its file is `size` bytes long and known to hold */
export const watchFile = (path: string, descriptor: number, size: number): LastSeen => {
  let stats = fstatSync(descriptor, { bigint: true });
  let length = size;
  let tail = readAt(descriptor, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES));

  const findTouch = (there: BigIntStats): string | null => {
    const isSame = there.mtimeNs === stats.mtimeNs && there.ctimeNs === stats.ctimeNs && there.nlink === stats.nlink;
    if (isSame && readAt(descriptor, length - tail.length, tail.length).equals(tail)) return null;
    const change = findRewrite(descriptor, length, tail);
    if (change === null) stats = there;
    return change;
  };

  return {
    findChange: () => {
      const there = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (there === undefined) return 'the file is gone. Restore it, or start a new run.';
      if (there.ino !== stats.ino || there.dev !== stats.dev)
        return 'the file was replaced by another one. Run dualgate verify.';
      return describeLength(Number(there.size), length) ?? findTouch(there);
    },
    see: (line) => {
      stats = fstatSync(descriptor, { bigint: true });
      length += line.length;
      tail = Buffer.from(line.subarray(-TAIL_BYTES));
      return describeLength(Number(stats.size), length);
    },
  };
};

/** Whether a file has the length that dualgate left; `null`: it has. */
const describeLength = (actual: number, length: number): string | null =>
  actual === length
    ? null
    : `somebody else wrote to it (got ${actual} bytes instead of ${length}). Run dualgate verify.`;

/** The hash of the last record is over all records: when the chain holds and ends in it, every byte is what was written. */
const findRewrite = (descriptor: number, length: number, tail: Buffer): string | null => {
  const check = createChainCheck();
  const cutter = createLineCutter(check.see);
  for (let at = 0; at < length; at += CHUNK_BYTES)
    cutter.push(readAt(descriptor, at, Math.min(CHUNK_BYTES, length - at)));
  const { problems, head } = check.report(null);
  const hash = tail
    .subarray(-SEAL_LENGTH - 1)
    .toString('latin1')
    .slice(9, 73);
  const what =
    problems[0]?.what ??
    (length === 0 || head?.hash === hash ? null : 'the records are not the ones that were written');
  return what === null ? null : `somebody else wrote to it: ${what}. Run dualgate verify.`;
};

const readAt = (descriptor: number, position: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const more = readSync(descriptor, bytes, read, length - read, position + read);
    if (more === 0) break;
    read += more;
  }
  return bytes.subarray(0, read);
};
