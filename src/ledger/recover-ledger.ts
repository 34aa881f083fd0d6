/** Reads a ledger to continue it: the chain is checked record by record, and a line that a crash tore is kept beside it. */
import {
  type BigIntStats,
  fstatSync,
  readSync,
  statSync,
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { createChainCheck, type LedgerHead } from './check-chain.ts';
import { createLineCutter, createSpanCutter } from '../base/cut-lines.ts';
import { readPieces } from './read-lines.ts';
import { SEAL_LENGTH, type LedgerRecord, parseLine } from './ledger-record.ts';
import { DualgateError } from '../../gates/errors.ts';
import { LedgerError } from './ledger-error.ts';
import { PRIVATE_FILE } from '../base/files/folders.ts';
import { syncFolder } from './write-view.ts';
import { createSoundChain } from './sound-chain.ts';
import { describeCause, readErrorCode } from '../base/text/describe-cause.ts';

// Detects changes of a ledger's file since dualgate last wrote to it. Any other writer changes a time that cannot be set (the
// ctime), or the bytes at its end; then the complete chain is hashed again, so that a backup that only made a hard link ends no
// run, and a changed record is named.

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

interface RecoveredLedger {
  readonly head: LedgerHead | null;
  readonly tornLine: string | null;
  /** Bytes of the complete records. */
  readonly size: number;
}

/**
 * `see` gets the position of each line, without its newline; the bytes are valid during the call.
 * @returns the rest after the last newline, and the number of bytes before it
 */
const readLines = (
  descriptor: number,
  see: (bytes: Buffer, start: number, end: number) => void,
  from = 0,
): { readonly rest: Buffer; readonly size: number } => {
  const cutter = createSpanCutter(see);
  let at = from;
  for (const chunk of readPieces(descriptor, from)) {
    cutter.push(chunk);
    at += chunk.length;
  }
  const rest = cutter.rest();
  return { rest, size: at - rest.length };
};

/**
 * Verifies the content of a descriptor and cuts off an incomplete last line. Closes the descriptor when it throws.
 * @param onRecord - receives every record while it is read; its results are invalid when this throws
 * @throws {LedgerError} `broken` when the chain is broken, `unwritable` when the incomplete line cannot be cut off.
 */
export const recoverLedger = (
  path: string,
  descriptor: number,
  anchor: LedgerHead | null,
  onRecord: (record: LedgerRecord) => void,
): RecoveredLedger => {
  try {
    const chain = createSoundChain({ anchored: anchor?.seq ?? null });
    const { rest, size } = readLines(descriptor, (bytes, start, end) => {
      if (chain.see(bytes, start, end)) onRecord(parseLine(bytes.toString('utf8', start, end)));
    });
    const head = chain.holds(anchor)
      ? chain.head()
      : lookCloser(path, descriptor, { anchor, read: chain.records(), onRecord });
    if (rest.length > 0) cutTorn(path, descriptor, rest, size);
    return { head, tornLine: rest.length > 0 ? rest.toString('utf8') : null, size };
  } catch (cause) {
    closeSync(descriptor);
    if (cause instanceof DualgateError) throw cause;
    const message = `Cannot recover the ledger ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  }
};

/** Reports the problem, and continues if a record is only printed differently than `append` prints it. */
const lookCloser = (
  path: string,
  descriptor: number,
  given: {
    readonly anchor: LedgerHead | null;
    /** Records that `onRecord` already received. */
    readonly read: number;
    readonly onRecord: (record: LedgerRecord) => void;
  },
): LedgerHead | null => {
  const check = createChainCheck();
  readLines(descriptor, (bytes, start, end) => check.see(bytes.subarray(start, end)));
  const { problems, head } = check.report(given.anchor);
  const [first, ...others] = problems;
  if (first !== undefined) {
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    const message = `Cannot continue from the ledger ${path}: ${first.what}${more}. ${first.advice}`;
    throw new LedgerError('broken', message, first.line === null ? { path } : { path, line: first.line });
  }
  let line = 0;
  readLines(descriptor, (bytes, start, end) => {
    line += 1;
    if (line > given.read) given.onRecord(parseLine(bytes.toString('utf8', start, end)));
  });
  return head;
};
/** The copy is on the disk before the line is cut. */
const cutTorn = (path: string, descriptor: number, torn: Buffer, size: number): void => {
  const copy = openUnused(`${path.replace(/\.jsonl$/, '')}.torn-`);
  try {
    for (let written = 0; written < torn.length; ) written += writeSync(copy, torn, written);
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
  syncFolder(dirname(path));
  ftruncateSync(descriptor, size);
  fsyncSync(descriptor);
};

const openUnused = (stem: string): number => {
  for (let number = 1; ; number += 1) {
    try {
      return openSync(`${stem}${number}`, 'wx', PRIVATE_FILE);
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error;
    }
  }
};
