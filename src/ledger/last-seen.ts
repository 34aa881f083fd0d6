/**
 * Detects changes of a ledger's file since dualgate last wrote to it. Any other writer changes a time that cannot be
 * set (the ctime), or the bytes at its end; then the complete chain is hashed again, so that a backup that only made
 * a hard link ends no run, and a changed record is named.
 *
 * @module
 */
import { type BigIntStats, fstatSync, readSync, statSync } from 'node:fs';
import { createChainCheck } from './check-chain.ts';
import { createLineCutter } from '../lines/cut-lines.ts';
import { SEAL_LENGTH } from './ledger-record.ts';

interface LastSeen {
  /** A change by another process since the last check, in words; `null`: none. Constant time without a change. */
  readonly findChange: () => string | null;
  /** Accepts the current file as dualgate's own, after it wrote `line` to its end; otherwise the difference, in words. */
  readonly see: (line: Buffer) => string | null;
}

/** Bytes of the last record that are read back before each append. */
const TAIL_BYTES = 4096;
const CHUNK_BYTES = 1 << 20;

/** @param descriptor - open for reading; its file is `size` bytes long and verified */
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
      if (there === undefined) return 'the file is missing. Restore it, or start a new run.';
      if (there.ino !== stats.ino || there.dev !== stats.dev)
        return 'the file was replaced with another one. Run dualgate verify.';
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

/** Whether a file still has its last known length; `null`: it has. */
const describeLength = (actual: number, length: number): string | null =>
  actual === length
    ? null
    : `another process wrote to it (got ${actual} bytes instead of ${length}). Run dualgate verify.`;

/** The hash of the last record covers all records: if the chain is intact and ends in it, every byte is unchanged. */
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
    problems[0]?.what ?? (length === 0 || head?.hash === hash ? null : 'its records differ from the written ones');
  return what === null ? null : `another process wrote to it: ${what}. Run dualgate verify.`;
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
